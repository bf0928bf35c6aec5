// The C interface of the playground: a browser calls these functions, compiled to WebAssembly, and tests call them too.
// Each returns JSON, which is valid until the same function is called again. None of them throws.
#pragma once

extern "C" {

// Runs a program on the model and on the reference. The header "modecheck 1" may be missing.
//
//   {"error": {"line": 3, "message": "..."}}      the text is no program; lines count from 1
//   {"commands": [{"line": 2, "text": "...", "thread": 0, "destination": 3, "results": 1}, ...],
//    "steps": [STEP, ...]}                        the state at the start, then one after each command
//
// A STEP has the outcome ("ok", "rejected", "dropped"), the error or the reason why the command is dropped, the rules
// that the model cited, the route through the kernels, and the state: threads, registers, storages, graph
// (state_json.h).
const char* modecheck_run(const char* text);

// The program as a stand-alone file that runs on PyTorch: {"text": "..."}, or an "error" as above, whose line is 0 if
// the program is one that Python cannot express. `language` is "python" or "cpp".
const char* modecheck_emit(const char* text, const char* language);

// Every rule: [{"id": "K1", "statement": "...", "source": "R N"}, ...]
const char* modecheck_rules();

// Every command of programs: [{"name": "add.Tensor", "schema": "add.Tensor(...) -> Tensor"}, ...]
const char* modecheck_commands();
}
