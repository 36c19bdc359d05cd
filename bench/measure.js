/** Timing: medians of many runs, and a table of ratios with the bound each has to keep. */

/** Median microseconds of `run`, each time on what `prepare` gives. @param {number} times @param {() => unknown} prepare @param {(given: any) => unknown} run */
export function median(times, prepare, run) {
  const samples = []
  for (let i = 0; i < times; i++) {
    const given = prepare()
    const start = process.hrtime.bigint()
    run(given)
    samples.push(Number(process.hrtime.bigint() - start) / 1_000)
  }
  return samples.sort((a, b) => a - b)[samples.length >> 1] ?? 0
}

/** Prints what was measured and whether each ratio keeps its bound; returns how many do not. @param {{what: string, figure: string, ratio: number, bound: [string, number]}[]} rows */
export function report(rows) {
  let failed = 0
  console.log('| what | measured | ratio | bound | |\n|---|---|---|---|---|')
  for (const { what, figure, ratio, bound } of rows) {
    const [relation, limit] = bound
    const kept = relation === '<=' ? ratio <= limit : ratio >= limit
    if (!kept) failed++
    console.log(`| ${what} | ${figure} | ${ratio.toFixed(2)} | ${relation} ${limit} | ${kept ? 'ok' : 'NOT KEPT'} |`)
  }
  return failed
}

/** @param {number} microseconds */
export function time(microseconds) {
  return microseconds < 1_000 ? `${microseconds.toFixed(1)} us` : `${(microseconds / 1_000).toFixed(2)} ms`
}
