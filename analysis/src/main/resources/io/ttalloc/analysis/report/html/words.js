// The report (tt-alloc/1, with texts worded for the page) and its stacks.
const { page } = data;
const findingList = data.findings.map((finding, i) => ({ ...finding, ...page.findings[i] }));

// A frame is its call, its line in the source, its call without the package, its line, and its package unless it is of the platform.
const framesOf = (stack) => (page.stacks[stack] || []).map((at) => page.frames[at]);

function stackList(stack, yours, most) {
  const frames = framesOf(stack).slice(0, most);
  if (frames.length === 0) return el('p', { class: 'soft' }, 'not captured');
  return el('ol', { class: 'stack' }, frames.map(([call, source, , , ofPackage], i) =>
    el('li', { class: i === yours ? 'yours' : ofPackage == null ? 'platform' : '' }, call, el('em', {}, '(' + source + ')'),
        i === yours && '  \u2190 your code')));
}
