// The copy buttons of texts. Without the clipboard, as on file:// in some browsers, the text is selected.
'use strict';
document.querySelectorAll('.mc-copy').forEach((box) => {
  const button = box.querySelector('button');
  const text = box.querySelector('pre');
  const say = (word) => {
    button.textContent = word;
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  };
  const select = () => {
    const range = document.createRange();
    range.selectNodeContents(text);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    say(document.execCommand('copy') ? 'Copied' : 'Selected');
  };
  button.addEventListener('click', () => {
    if (!navigator.clipboard) { select(); return; }
    navigator.clipboard.writeText(text.textContent).then(() => say('Copied'), select);
  });
});
