interface Source {
  readonly path: string
  readonly text: string
}

interface Allowance {
  /** Timers of the file. */
  readonly timers: number
  readonly reason: string
}

/** Files of tests, and what they share, with timers of the system. The numbers fall only: a test waits for a state, or moves a clock. */
const ALLOWED: Readonly<Record<string, Allowance>> = {
  'apps/server/src/dashboards/dashboards.test.ts': { timers: 1, reason: 'commits beside two waiting calls' },
  'apps/server/src/devices/claims/claims.test.ts': { timers: 1, reason: 'spreads a race over the check of a password' },
  'apps/server/src/heartbeat/watch.test.ts': { timers: 1, reason: 'the watch without a database has the timers of the system' },
  'apps/server/src/live/live.test.ts': { timers: 1, reason: 'a stream gathers values by the timers of the system' },
  'apps/server/src/platform/broker/embedded.test.ts': { timers: 3, reason: 'a silent socket has no state to wait for' },
  'apps/server/src/platform/bus.test.ts': { timers: 1, reason: 'a listener that takes its time' },
  'apps/server/src/platform/documents/documentWriter.test.ts': { timers: 1, reason: 'a writer in a thread of its own' },
  'apps/server/src/rehearsal/crew.test.ts': { timers: 1, reason: 'gives way to a worker' },
  'apps/server/src/rehearsal/rehearsal.test.ts': { timers: 1, reason: 'a person who leaves' },
  'apps/server/test/drills.mutant.test.ts': { timers: 1, reason: 'mutants run under real time' },
  'apps/smartbox/src/app/box.test.ts': { timers: 1, reason: 'the box of these tests lives in real time' },
  'apps/smartbox/src/barn/history/history.test.ts': { timers: 1, reason: 'a program under test that writes by itself' },
  'apps/web/src/platform/api/changes.test.ts': { timers: 2, reason: 'answers that take their time' },
  'apps/web/test/components/widgets/interfaceWidgets.browser.test.tsx': { timers: 1, reason: 'an answer that takes its time' },
  'e2e/batches.test.ts': { timers: 2, reason: 'what a field must not do by itself' },
  'apps/server/test/beside.ts': { timers: 1, reason: 'the pause between two looks' },
  'apps/server/test/journal.ts': { timers: 1, reason: 'the pause between two looks' },
  'apps/server/test/mosquitto.ts': { timers: 1, reason: 'the pause between two looks' },
  'apps/server/test/provider.ts': { timers: 1, reason: 'a provider that takes its time' },
  'apps/server/test/smtp.ts': { timers: 1, reason: 'the pause between two looks' },
  'apps/server/test/weather.ts': { timers: 1, reason: 'a provider that takes its time' },
  'apps/server/test/wire.ts': { timers: 3, reason: 'ends what hangs, and pauses between two looks' },
  'apps/smartbox/tck/watch.ts': { timers: 1, reason: 'the examination watches a device in real time' },
  'apps/smartbox/test/until.ts': { timers: 1, reason: 'the pause between two looks' },
  'apps/smartbox/test/virtual-clock.ts': { timers: 1, reason: 'gives way to sockets' },
  'e2e/api.ts': { timers: 1, reason: 'the pause between two looks' },
  'e2e/broiler-house.test.ts': { timers: 1, reason: 'a barn in real time' },
  'e2e/demo.ts': { timers: 1, reason: 'the pause between two looks' },
  'e2e/drills.test.ts': { timers: 2, reason: 'pictures of pages that have settled' },
  'e2e/entities.test.ts': { timers: 1, reason: 'clicks that are no double click' },
  'e2e/entrance.test.ts': { timers: 1, reason: 'the browser complains of a preload by a timer of its own' },
  'e2e/events.test.ts': { timers: 1, reason: 'gives way to the page' },
  'e2e/injection/witness.ts': { timers: 1, reason: 'a script that must not run' },
  'e2e/injection.test.ts': { timers: 1, reason: 'a script that must not run' },
  'e2e/outage.test.ts': { timers: 1, reason: 'an order that must not follow' },
  'e2e/pages.test.ts': { timers: 1, reason: 'the layout after a frame' },
  'e2e/prepared.ts': { timers: 1, reason: 'the pause between two looks' },
  'e2e/rule-form.test.ts': { timers: 5, reason: 'what a form must not do by itself' },
  'e2e/screen.ts': { timers: 1, reason: 'the layout after a frame' },
  'e2e/stage.ts': { timers: 1, reason: 'the pause between two looks' },
  'e2e/tasks.test.ts': { timers: 1, reason: 'an answer that takes its time' },
  'tools/process/backups.test.ts': { timers: 1, reason: 'a process under test' },
  'tools/process/children.test.ts': { timers: 2, reason: 'processes under test' },
  'tools/run.test.ts': { timers: 1, reason: 'ends what hangs' },
}

const TIMER =
  /(?<![.\w'])setTimeout\(|(?:window|globalThis)\.setTimeout\(|import \{ setTimeout as \w+ \}|const sleep = |\.waitForTimeout\(/g
/** Limits as numbers: of tests, hooks, polls and pages, where below a second it is a setting of what is tested; and of what shall come. */
const LIMIT =
  /^\s*\}, ?\d[\d_]{3,}\)|\b(?:poll|[wW]aitFor\w*|waitUntil)\([^\n]*timeout: \d[\d_]*|\btimeout: \d[\d_]{3,}|setDefaultTimeout\(\d|\b(?:hear|next|eventually|until|inTime)\([^\n]*, \d[\d_]+\)/gm
/** The same as the last of several lines. */
const LIMIT_LINE =
  /\b(?:eventually|until)\((?:[^()]|\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\))*,\n *(\d[\d_]+),?\n *\)/g
/** A wait of Vitest without options, which gives up after a second. */
const SECOND = /\bvi\.wait(?:For|Until)\((?![^\n]*PATIENCE)[^\n]*(?<!, \w+)\)$/gm
const BOUND = /\b(?:performance|Date)\.now\(\)[^\n]*\)\.toBeLess\w+\(\d[\d_]*\)/g
const JUDGES_TIME = /@module-tag timed/
/** A test that judges time, to the brace that ends it. */
const TIMED_TEST = /^( *)test[^\n]*tags: \['timed'\][\s\S]*?^\1\}\)/gm
/** Tests, and what they share. Plays of chaos and benches are programs that run in real time. */
const isTest = (path: string) =>
  /\.test\.tsx?$/.test(path) ||
  (/^(?:apps|packages)\/.*\/(?:test|tck)\/|^(?:e2e|sim)\//.test(path) && !path.startsWith('apps/web/src/'))

/** Timers of the system in files of tests beyond those that are allowed, allowances that are no longer needed, and limits in numbers. */
export const waitProblems = (
  files: readonly Source[],
  allowed: Readonly<Record<string, Pick<Allowance, 'timers'>>> = ALLOWED,
): string[] => {
  const judged = files
    .filter(({ path, text }) => isTest(path) && !JUDGES_TIME.test(text))
    .map(({ path, text }) => ({ path, text: text.replaceAll(TIMED_TEST, '') }))
  const counted = new Map(judged.map(({ path, text }) => [path, [...text.matchAll(TIMER)].length]))
  const paths = new Set([...counted.keys(), ...Object.keys(allowed)])
  const timers = [...paths].toSorted().flatMap(path => {
    const found = counted.get(path) ?? 0
    const most = allowed[path]?.timers ?? 0
    if (found > most) return [`${path}: ${found} timers of the system, ${most} allowed: wait for a state, or move a clock`]
    return found < most ? [`${path}: ${found} timers of the system, ${most} allowed: take them off the list`] : []
  })
  const limits = judged.flatMap(({ path, text }) => [
    ...[...text.matchAll(LIMIT), ...text.matchAll(LIMIT_LINE)].map(
      ([call, limit = call]) => `${path}: the limit «${limit.trim()}» in numbers: leave it out, or take it from PATIENCE`,
    ),
    ...[...text.matchAll(SECOND)].map(([call]) => `${path}: «${call}» gives up after a second: use expect.poll`),
    ...[...text.matchAll(BOUND)].map(([bound]) => `${path}: «${bound}» judges real time: look at a state, or tag the test timed`),
  ])
  return [...timers, ...limits]
}
