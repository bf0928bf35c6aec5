// The C interface of the playground. A browser calls these functions as WebAssembly, and tests call them directly. Each
// function returns JSON, which is valid until the same function is called again. No function throws.
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

// Returns the program as a stand-alone file that runs on PyTorch: {"text": "..."}. If Python cannot express the
// program, returns an "error" like modecheck_run, with line 0. `language` is "python" or "cpp".
const char* modecheck_emit(const char* text, const char* language);

// Returns every rule: [{"id": "K1", "statement": "...", "source": "R N"}, ...]
const char* modecheck_rules();

// Returns every command that programs may have: [{"name": "add.Tensor", "schema": "add.Tensor(...) -> Tensor"}, ...]
const char* modecheck_commands();
}
