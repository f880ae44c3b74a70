// The report in each format. A link cannot carry a token; if one is needed, the page requests the file and hands it over.
const FORMATS = [
  ['.html', 'HTML'], ['.txt', 'text'], ['.json', 'JSON'], ['.collapsed', 'folded stacks'],
  ['.speedscope.json', 'speedscope'], ['.pb.gz', 'pprof'], ['.hlog', 'lifetimes (HdrHistogram)'],
  ['.jfr', 'Flight Recorder'],
];

async function handOver(path, name, say) {
  try {
    const file = URL.createObjectURL(await (await askForReport(path)).blob());
    el('a', { href: file, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(file), 60000);
  } catch (error) {
    say('Not possible: ' + whyNot(error) + '.');
  }
}

function downloads(process) {
  const said = el('span', { class: 'soft', role: 'status' });
  const links = FORMATS.map(([suffix, title]) => {
    const path = 'processes/' + process.pid + '/report' + suffix + '?started=' + startedOf(process);
    const name = 'tt-alloc-' + process.pid + suffix;
    // A browser shows the HTML page; it downloads the other formats as files.
    const link = el('a', { href: path, download: tokenNeeded || suffix !== '.html' ? name : null }, title);
    link.addEventListener('click', (event) => {
      if (!tokenNeeded) return;
      event.preventDefault();
      handOver(path, name, (text) => setText(said, text));
    });
    return el('li', {}, link);
  });
  return el('div', { id: 'downloads' }, el('span', { class: 'soft' }, 'Current report as'), el('ul', {}, links), said);
}
