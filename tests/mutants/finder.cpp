#include "tests/mutants/finder.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <regex>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <utility>

#include "tests/mutants/source_text.h"

namespace modecheck::mutants {
namespace {

// Whether a call of a function with this name has no effect on anything that is judged. `reserve` allocates ahead of
// time. `cite` counts the rules that an answer rests on; the count is printed and never judged.
bool is_without_effect(std::string_view callee) { return callee == "reserve" || callee == "cite"; }

// Whether the name is that of a function that reads or writes text for people.
bool makes_text(const std::string& function) {
  static const std::regex words("(^|_)(text|texts|name|names|print|describe|message|str|string|repr)(_|$)|operator<<");
  return std::regex_search(function, words);
}

std::string taken(CXString text) {
  const char* const letters = clang_getCString(text);
  std::string out = letters == nullptr ? "" : letters;
  clang_disposeString(text);
  return out;
}

std::vector<CXCursor> children_of(CXCursor cursor) {
  std::vector<CXCursor> out;
  clang_visitChildren(
      cursor,
      [](CXCursor child, CXCursor /*parent*/, CXClientData data) {
        static_cast<std::vector<CXCursor>*>(data)->push_back(child);
        return CXChildVisit_Continue;
      },
      &out);
  return out;
}

using Range = std::pair<std::size_t, std::size_t>;

class Walk {
 public:
  Walk(CXTranslationUnit unit, const std::string& path, std::string file, std::string text)
      : source_(clang_getFile(unit, path.c_str())), file_(std::move(file)), text_(std::move(text)) {}

  Found found;

  void declarations(CXCursor parent) {
    for (const CXCursor child : children_of(parent)) {
      const CXCursorKind kind = clang_getCursorKind(child);
      const bool group = kind == CXCursor_Namespace || kind == CXCursor_ClassDecl || kind == CXCursor_StructDecl ||
                         kind == CXCursor_ClassTemplate || kind == CXCursor_ClassTemplatePartialSpecialization ||
                         kind == CXCursor_LinkageSpec || kind == CXCursor_UnexposedDecl || kind == CXCursor_FriendDecl;
      if (!in_file(child)) continue;
      if (group)
        declarations(child);
      else if (is_function(kind))
        function(child);
      else if (kind == CXCursor_VarDecl)
        variable(child, {.table = true});
    }
  }

 private:
  struct Context {
    bool constant = false;
    bool text = false;
    // whether the value is returned, assigned or stored, so that another enumerator may replace it
    bool chosen = false;
    bool table = false;  // whether the cursor is a variable of a namespace
    // Whether the cursor is an element in the initialiser of a variable of a namespace. A lambda in the element runs
    // later, even if the variable is constexpr.
    bool row = false;
  };

  static bool is_function(CXCursorKind kind) {
    return kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod || kind == CXCursor_Constructor ||
           kind == CXCursor_Destructor || kind == CXCursor_ConversionFunction || kind == CXCursor_FunctionTemplate;
  }

  bool in_file(CXCursor cursor) const {
    CXFile file = nullptr;
    unsigned offset = 0;
    clang_getFileLocation(clang_getCursorLocation(cursor), &file, nullptr, nullptr, &offset);
    return file != nullptr && clang_File_isEqual(file, source_) != 0;
  }

  // Returns the cursor's range in the file, or std::nullopt if the cursor comes from a macro.
  std::optional<Range> range_of(CXCursor cursor) const {
    const CXSourceRange extent = clang_getCursorExtent(cursor);
    std::array<std::size_t, 2> ends{};
    const std::array<CXSourceLocation, 2> locations{clang_getRangeStart(extent), clang_getRangeEnd(extent)};
    for (std::size_t i = 0; i < 2; ++i) {
      CXFile here = nullptr;
      CXFile spelled = nullptr;
      unsigned offset = 0;
      unsigned spelled_offset = 0;
      clang_getFileLocation(locations[i], &here, nullptr, nullptr, &offset);
      clang_getSpellingLocation(locations[i], &spelled, nullptr, nullptr, &spelled_offset);
      if (here == nullptr || clang_File_isEqual(here, source_) == 0) return std::nullopt;
      if (i == 0 && (spelled == nullptr || clang_File_isEqual(spelled, here) == 0 || spelled_offset != offset))
        return std::nullopt;
      ends[i] = offset;
    }
    if (ends[0] >= ends[1] || ends[1] > text_.size()) return std::nullopt;
    return Range{ends[0], ends[1]};
  }

  std::string text_of(Range range) const { return text_.substr(range.first, range.second - range.first); }

  void add(const Context& context, std::string kind, Mutant::Form form, Range range, const std::string& mutated) {
    if (context.constant) {
      ++found.constant;
      return;
    }
    if (context.text) {
      ++found.texts;
      return;
    }
    Mutant mutant;
    mutant.file = file_;
    mutant.kind = std::move(kind);
    mutant.form = form;
    mutant.begin = range.first;
    mutant.end = range.second;
    mutant.line = line_of(text_, range.first);
    mutant.original = on_one_line(text_of(range));
    mutant.mutated = on_one_line(mutated);
    mutant.line_text = line_around(text_, range.first);
    found.mutants.push_back(std::move(mutant));
  }

  static std::string name_of(CXCursor cursor) { return taken(clang_getCursorSpelling(cursor)); }

  // Whether the text of a declaration up to `until` (its name or its body) declares a constant.
  bool is_constant(CXCursor declaration, CXSourceLocation until) const {
    unsigned from = 0;
    unsigned to = 0;
    clang_getFileLocation(clang_getRangeStart(clang_getCursorExtent(declaration)), nullptr, nullptr, nullptr, &from);
    clang_getFileLocation(until, nullptr, nullptr, nullptr, &to);
    if (from >= to || to > text_.size()) return false;
    static const std::regex words("\\b(constexpr|consteval|constinit)\\b");
    return std::regex_search(text_.substr(from, to - from), words);
  }

  void function(CXCursor cursor) {
    Context context;
    context.text = makes_text(name_of(cursor));
    const std::vector<CXCursor> parts = children_of(cursor);
    for (const CXCursor part : parts)
      if (clang_getCursorKind(part) == CXCursor_CompoundStmt)
        context.constant = is_constant(cursor, clang_getRangeStart(clang_getCursorExtent(part)));
    for (const CXCursor part : parts) {
      const CXCursorKind kind = clang_getCursorKind(part);
      if (kind == CXCursor_CompoundStmt || clang_isExpression(kind) != 0) visit(part, context);
    }
  }

  void variable(CXCursor cursor, Context context) {
    context.constant = context.constant || is_constant(cursor, clang_getCursorLocation(cursor));
    context.chosen = true;
    unsigned name = 0;
    clang_getFileLocation(clang_getCursorLocation(cursor), nullptr, nullptr, nullptr, &name);
    for (const CXCursor part : children_of(cursor)) {
      if (clang_isExpression(clang_getCursorKind(part)) == 0) continue;
      // Skip expressions before the variable's name, because they are template arguments of its type.
      if (const auto range = range_of(part); !range || range->first > name) visit(part, context);
    }
  }

  // Skips the implicit nodes that clang puts around an expression.
  CXCursor within(CXCursor cursor) const {
    while (clang_getCursorKind(cursor) == CXCursor_UnexposedExpr) {
      const std::vector<CXCursor> parts = children_of(cursor);
      if (parts.size() != 1) break;
      cursor = parts[0];
    }
    return cursor;
  }

  void condition(CXCursor cursor, const Context& context, bool guard) {
    const auto range = range_of(cursor);
    if (!range) return;
    if (guard) {
      add(context, "guard dropped", Mutant::Form::Condition, *range, "true");
      add(context, "never taken", Mutant::Form::Condition, *range, "false");
    } else {
      add(context, "condition negated", Mutant::Form::Condition, *range, "!(" + text_of(*range) + ")");
    }
  }

  void statement(CXCursor cursor, const Context& context) {
    const CXCursor inner = within(cursor);
    const CXCursorKind kind = clang_getCursorKind(inner);
    const auto range = range_of(cursor);
    if (!range) return;
    const std::string text = text_of(*range);
    if (kind == CXCursor_CallExpr) {
      const bool assigns = name_of(inner) == "operator=";
      if (is_without_effect(name_of(inner))) return;
      add(context, assigns ? "assignment dropped" : "call dropped", Mutant::Form::Statement, *range, "void()");
    } else if (kind == CXCursor_BinaryOperator || kind == CXCursor_CompoundAssignOperator ||
               kind == CXCursor_UnaryOperator) {
      add(context, "assignment dropped", Mutant::Form::Statement, *range, "void()");
    }
  }

  // Returns the operator that stands between two operands. Returns an empty string if there is more between them.
  std::string operator_between(CXCursor left, CXCursor right) const {
    const auto first = range_of(left);
    const auto second = range_of(right);
    if (!first || !second || first->second > second->first) return {};
    std::string out = on_one_line(text_.substr(first->second, second->first - first->second));
    out.erase(std::remove(out.begin(), out.end(), ' '), out.end());
    return out;
  }

  void binary(CXCursor cursor, CXCursor left, CXCursor right, const Context& context) {
    const auto range = range_of(cursor);
    const std::string sign = operator_between(left, right);
    if (!range || sign.empty()) return;
    static const std::map<std::string, std::pair<std::string, std::string>> others{
        {"&&", {"and or", "||"}},     {"||", {"and or", "&&"}},    {"<", {"comparison", "<="}},
        {"<=", {"comparison", "<"}},  {">", {"comparison", ">="}}, {">=", {"comparison", ">"}},
        {"==", {"comparison", "!="}}, {"!=", {"comparison", "=="}}};
    const auto other = others.find(sign);
    if (other == others.end()) return;
    const auto first = range_of(left);
    const auto second = range_of(right);
    if (!first || !second) return;
    // Keep the grouping of operators: `a || b || c` with its last operator changed must become `(a || b) && c`.
    const auto operand = [&](Range part) {
      const std::string text = text_of(part);
      return sign == "||" && text.find("||") != std::string::npos ? "(" + text + ")" : text;
    };
    add(context, other->second.first, Mutant::Form::Condition, *range,
        operand(*first) + " " + other->second.second + " " + operand(*second));
  }

  void enumerator(CXCursor cursor, const Context& context) {
    const CXCursor meant = clang_getCursorReferenced(cursor);
    if (clang_getCursorKind(meant) != CXCursor_EnumConstantDecl) return;
    const auto range = range_of(cursor);
    if (!range) return;
    std::vector<std::string> names;
    for (const CXCursor constant : children_of(clang_getCursorSemanticParent(meant)))
      if (clang_getCursorKind(constant) == CXCursor_EnumConstantDecl) names.push_back(name_of(constant));
    const std::string name = name_of(meant);
    const auto at = std::find(names.begin(), names.end(), name);
    const std::string text = text_of(*range);
    if (at == names.end() || names.size() < 2 || text.size() < name.size()) return;
    const std::string& next = at + 1 == names.end() ? names.front() : *(at + 1);
    add(context, "other enumerator", Mutant::Form::Value, *range, text.substr(0, text.size() - name.size()) + next);
  }

  void integer(CXCursor cursor, const Context& context) {
    const auto range = range_of(cursor);
    if (!range) return;
    const std::string text = text_of(*range);
    if (text.size() > 4 || !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; })) return;
    const int value = std::stoi(text);
    add(context, "constant one more", Mutant::Form::Value, *range, std::to_string(value + 1));
    if (value > 0) add(context, "constant one less", Mutant::Form::Value, *range, std::to_string(value - 1));
  }

  void returned(CXCursor cursor, Context context) {
    context.chosen = true;
    for (const CXCursor part : children_of(cursor)) {
      const CXCursor inner = within(part);
      const auto range = range_of(part);
      const CXCursorKind kind = clang_getCursorKind(inner);
      const bool boolean = clang_getCanonicalType(clang_getCursorType(inner)).kind == CXType_Bool;
      if (range && boolean && kind != CXCursor_CXXBoolLiteralExpr && kind != CXCursor_InitListExpr)
        add(context, "returned value negated", Mutant::Form::Condition, *range, "!(" + text_of(*range) + ")");
      visit(part, context);
    }
  }

  void visit(CXCursor cursor, Context context) {
    const CXCursorKind kind = clang_getCursorKind(cursor);
    const std::vector<CXCursor> parts = children_of(cursor);
    const auto range = range_of(cursor);
    const auto all = [&](const Context& inner) {
      for (const CXCursor part : parts) visit(part, inner);
    };
    const auto body = [&](CXCursor part) {
      statement(part, context);
      visit(part, context);
    };
    switch (kind) {
      case CXCursor_CompoundStmt:
        context.chosen = false;
        for (const CXCursor part : parts) body(part);
        return;
      case CXCursor_IfStmt: {
        const bool at_compile_time = range && std::regex_search(text_of(*range), std::regex("^if\\s+constexpr\\b"));
        bool seen = false;
        for (const CXCursor part : parts) {
          const CXCursorKind what = clang_getCursorKind(part);
          if (seen) {
            body(part);
          } else if (clang_isExpression(what) != 0) {
            seen = true;
            Context inner = context;
            inner.constant = inner.constant || at_compile_time;
            // A condition that declares a variable cannot be replaced, because the body uses the variable.
            const bool declares = clang_getCursorKind(parts[0]) == CXCursor_VarDecl;
            if (!declares) condition(part, inner, true);
            if (!declares) visit(part, inner);
          } else {
            visit(part, context);
          }
        }
        return;
      }
      case CXCursor_ForStmt:
      case CXCursor_WhileStmt:
      case CXCursor_DoStmt:
      case CXCursor_CXXForRangeStmt:
        for (const CXCursor part : parts) {
          const bool last = clang_equalCursors(part, parts.back()) != 0;
          if (last && kind != CXCursor_DoStmt)
            body(part);
          else if (kind != CXCursor_CXXForRangeStmt || clang_isExpression(clang_getCursorKind(part)) != 0)
            visit(part, context);
        }
        return;
      case CXCursor_CaseStmt:
        if (!parts.empty()) body(parts.back());
        return;
      case CXCursor_DefaultStmt:
      case CXCursor_LabelStmt:
        for (const CXCursor part : parts) body(part);
        return;
      case CXCursor_ReturnStmt:
        returned(cursor, context);
        return;
      case CXCursor_DeclStmt:
        for (const CXCursor part : parts)
          if (clang_getCursorKind(part) == CXCursor_VarDecl) variable(part, context);
        return;
      case CXCursor_VarDecl:
        variable(cursor, context);
        return;
      case CXCursor_ConditionalOperator:
        if (parts.size() == 3) {
          condition(parts[0], context, false);
          Context inner = context;
          inner.chosen = false;
          visit(parts[0], inner);
          visit(parts[1], context);
          visit(parts[2], context);
        }
        return;
      case CXCursor_BinaryOperator:
        if (parts.size() == 2) {
          binary(cursor, parts[0], parts[1], context);
          context.chosen = operator_between(parts[0], parts[1]) == "=";
        }
        all(context);
        return;
      case CXCursor_CallExpr:
        context.chosen = false;
        if (is_without_effect(name_of(cursor))) return;
        if (name_of(cursor).rfind("operator", 0) == 0 && parts.size() == 3) {
          binary(cursor, parts[0], parts[2], context);
          context.chosen = name_of(cursor) == "operator=";
        }
        all(context);
        return;
      case CXCursor_IntegerLiteral:
        integer(cursor, context);
        return;
      case CXCursor_InitListExpr:
        context.row = context.table;
        // An integer literal in a braced list gets no mutants. The value of a mutant is chosen at run time, and would
        // be a narrowing conversion there.
        for (const CXCursor part : parts)
          if (clang_getCursorKind(within(part)) != CXCursor_IntegerLiteral) visit(part, context);
        return;
      case CXCursor_CXXBoolLiteralExpr:
        if (range) {
          const bool value = text_of(*range) == "true";
          if (value || text_of(*range) == "false")
            add(context, "other literal", Mutant::Form::Value, *range, value ? "false" : "true");
        }
        return;
      case CXCursor_DeclRefExpr:
        // Do not visit what follows the enumerator's name: only template arguments can follow.
        if (context.chosen) enumerator(cursor, context);
        return;
      case CXCursor_LambdaExpr: {
        Context inner = context;
        inner.chosen = false;
        inner.constant = context.constant && !context.row;
        inner.table = inner.row = false;
        for (const CXCursor part : parts)
          if (clang_getCursorKind(part) == CXCursor_CompoundStmt) visit(part, inner);
        return;
      }
      default: {
        // Visit the parts of other expressions and statements, and ignore all other cursors.
        if (clang_isExpression(kind) == 0 && clang_isStatement(kind) == 0) return;
        all(context);
      }
    }
  }

 public:
  // Finds the conditions of macros that raise errors. The file does not contain the macro's expansion, but it contains
  // the condition.
  void checks(CXCursor cursor) {
    for (const CXCursor child : children_of(cursor))
      if (in_file(child)) check_within(child, false, {});
  }

 private:
  void check_within(CXCursor cursor, bool parent_is_written, Context context) {
    const CXCursorKind kind = clang_getCursorKind(cursor);
    if (is_function(kind)) {
      context.text = makes_text(name_of(cursor));
      for (const CXCursor part : children_of(cursor))
        if (clang_getCursorKind(part) == CXCursor_CompoundStmt)
          context.constant = is_constant(cursor, clang_getRangeStart(clang_getCursorExtent(part)));
    }
    const auto range = range_of(cursor);
    if (range && !parent_is_written && clang_isExpression(kind) != 0 && range->first > 0) {
      static const std::regex check("MODECHECK_(CHECK|INVARIANT)\\(\\s*$");
      const std::size_t from = range->first > 40 ? range->first - 40 : 0;
      if (std::regex_search(text_.substr(from, range->first - from), check)) {
        add(context, "check dropped", Mutant::Form::Condition, *range, "true");
        return;
      }
    }
    const bool expression = clang_isExpression(kind) != 0 || clang_isStatement(kind) != 0;
    for (const CXCursor part : children_of(cursor)) check_within(part, expression && range.has_value(), context);
  }

  CXFile source_;
  std::string file_;
  std::string text_;
};

// Returns the numbers of the lines with errors. Line 0 stands for an error outside the file.
std::set<std::size_t> error_lines(CXTranslationUnit unit, const std::string& path) {
  const CXFile own = clang_getFile(unit, path.c_str());
  std::set<std::size_t> out;
  for (unsigned i = 0; i < clang_getNumDiagnostics(unit); ++i) {
    const CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
    if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
      CXFile where = nullptr;
      unsigned line = 0;
      clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &where, &line, nullptr, nullptr);
      const bool here = where != nullptr && clang_File_isEqual(where, own) != 0;
      out.insert(here ? line : 0);
    }
    clang_disposeDiagnostic(diagnostic);
  }
  return out;
}

void sort_and_number(std::vector<Mutant>& mutants) {
  const auto place = [](const Mutant& m) { return std::tuple(m.begin, m.end, m.kind, m.mutated); };
  std::sort(mutants.begin(), mutants.end(), [&](const Mutant& a, const Mutant& b) { return place(a) < place(b); });
  const auto same = [&](const Mutant& a, const Mutant& b) { return place(a) == place(b); };
  mutants.erase(std::unique(mutants.begin(), mutants.end(), same), mutants.end());
  std::map<std::string, int> times;
  for (Mutant& mutant : mutants) mutant.occurrence = ++times[mutant.key()];
}

}  // namespace

Finder::Finder(std::string root, std::vector<std::string> options)
    : root_(std::move(root)), options_(std::move(options)), index_(clang_createIndex(0, 0)) {}

Finder::~Finder() { clang_disposeIndex(index_); }

CXTranslationUnit Finder::parse(const std::string& file, const std::string* text) const {
  const std::string path = root_ + "/" + file;
  // Pass -w, because clang would warn about the `#pragma once` of a header that it reads as a main file.
  std::vector<const char*> arguments{"-xc++", "-std=c++20", "-w", "-ferror-limit=0"};
  for (const std::string& option : options_) arguments.push_back(option.c_str());
  CXUnsavedFile unsaved{path.c_str(), nullptr, 0};
  if (text != nullptr) {
    unsaved.Contents = text->data();
    unsaved.Length = text->size();
  }
  CXTranslationUnit unit = nullptr;
  const CXErrorCode error = clang_parseTranslationUnit2(
      index_, path.c_str(), arguments.data(), static_cast<int>(arguments.size()), text == nullptr ? nullptr : &unsaved,
      text == nullptr ? 0 : 1, CXTranslationUnit_KeepGoing, &unit);
  if (error != CXError_Success || unit == nullptr) throw std::runtime_error("libclang cannot read " + path);
  return unit;
}

Found Finder::find(const std::string& file) const {
  const std::string text = read_file(root_ + "/" + file);
  const CXTranslationUnit unit = parse(file, nullptr);
  if (const std::set<std::size_t> wrong = error_lines(unit, root_ + "/" + file); !wrong.empty()) {
    clang_disposeTranslationUnit(unit);
    throw std::runtime_error(file + ":" + std::to_string(*wrong.begin()) + ": clang does not compile it as it is");
  }
  Walk walk(unit, root_ + "/" + file, file, text);
  walk.declarations(clang_getTranslationUnitCursor(unit));
  walk.checks(clang_getTranslationUnitCursor(unit));
  clang_disposeTranslationUnit(unit);
  sort_and_number(walk.found.mutants);
  return std::move(walk.found);
}

std::set<std::size_t> Finder::wrong_lines(const std::string& file, const std::string& text) const {
  const CXTranslationUnit unit = parse(file, &text);
  std::set<std::size_t> out = error_lines(unit, root_ + "/" + file);
  clang_disposeTranslationUnit(unit);
  return out;
}

}  // namespace modecheck::mutants
