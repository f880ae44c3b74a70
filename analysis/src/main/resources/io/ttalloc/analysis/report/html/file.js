// The page of one report, which is in the file.
const file = JSON.parse(document.getElementById('data').textContent);
const at = (id) => document.getElementById(id);
document.title = file.page.title;
showReport(file, { head: at('head'), nav: at('nav'), main: at('main') });
at('main').append(el('footer', {}, 'Written by tt-alloc. This file is self-contained: it loads nothing and sends nothing.'));
document.documentElement.dataset.ready = 'true';
