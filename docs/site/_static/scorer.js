// How the search ranks what it finds. Sphinx puts this file before its own search. The pages of rules, the glossary and the pages
// that explain come before the many pages of single findings and before parameters of C++ functions.
'use strict';
var Scorer = {
  score: ([page, title, anchor, description, score]) => {
    if (/^(glossary|limits|reference\/exit-codes|first-hour)$/.test(page)) return 3 * score + 10;
    if (/^rules\//.test(page)) return 3 * score + 6;
    if (/^(how-to|manual)\/|^reference\/operators$/.test(page)) return 2 * score;
    if (/^atlas\/(?!index|upstream)/.test(page)) return score / 3;
    if (/^reference\/(engine|specification)$/.test(page)) return score / 3;
    return score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: {0: 15, 1: 5, 2: -5},
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
