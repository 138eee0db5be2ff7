interface Source {
  readonly path: string
  readonly text: string
}

interface Allowance {
  /** Timers of the file. */
  readonly timers: number
  readonly reason: string
}

/** Test files with timers of the system. The numbers fall only: a test waits for a state, or moves a clock. */
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
  'e2e/broiler-house.test.ts': { timers: 1, reason: 'a barn in real time' },
  'e2e/drills.test.ts': { timers: 2, reason: 'pictures of pages that have settled' },
  'e2e/entities.test.ts': { timers: 1, reason: 'clicks that are no double click' },
  'e2e/entrance.test.ts': { timers: 1, reason: 'the browser complains of a preload by a timer of its own' },
  'e2e/events.test.ts': { timers: 1, reason: 'gives way to the page' },
  'e2e/injection.test.ts': { timers: 1, reason: 'a script that must not run' },
  'e2e/outage.test.ts': { timers: 1, reason: 'an order that must not follow' },
  'e2e/pages.test.ts': { timers: 1, reason: 'the layout after a frame' },
  'e2e/rule-form.test.ts': { timers: 5, reason: 'what a form must not do by itself' },
  'e2e/tasks.test.ts': { timers: 1, reason: 'an answer that takes its time' },
  'tools/process/backups.test.ts': { timers: 1, reason: 'a process under test' },
  'tools/process/children.test.ts': { timers: 2, reason: 'processes under test' },
  'tools/run.test.ts': { timers: 1, reason: 'ends what hangs' },
}

const TIMER = /(?<![.\w'])setTimeout\(|import \{ setTimeout as \w+ \}|const sleep = |\.waitForTimeout\(/g
/** Limits of tests, hooks, polls and pages as numbers. Below a second it is a setting of what is tested. */
const LIMIT = /^\s*\}, ?\d[\d_]{3,}\)|\btimeout: \d[\d_]{3,}|setDefaultTimeout\(\d/gm
const JUDGES_TIME = /@module-tag timed/

/** Timers of the system in test files beyond those that are allowed, allowances that are no longer needed, and limits in numbers. */
export const waitProblems = (
  files: readonly Source[],
  allowed: Readonly<Record<string, Pick<Allowance, 'timers'>>> = ALLOWED,
): string[] => {
  const judged = files.filter(({ path, text }) => /\.test\.tsx?$/.test(path) && !JUDGES_TIME.test(text))
  const counted = new Map(judged.map(({ path, text }) => [path, [...text.matchAll(TIMER)].length]))
  const paths = new Set([...counted.keys(), ...Object.keys(allowed)])
  const timers = [...paths].toSorted().flatMap(path => {
    const found = counted.get(path) ?? 0
    const most = allowed[path]?.timers ?? 0
    if (found > most) return [`${path}: ${found} timers of the system, ${most} allowed: wait for a state, or move a clock`]
    return found < most ? [`${path}: ${found} timers of the system, ${most} allowed: take them off the list`] : []
  })
  const limits = judged.flatMap(({ path, text }) =>
    [...text.matchAll(LIMIT)].map(
      ([limit]) => `${path}: the limit «${limit.trim()}» in numbers: leave it out, or take it from PATIENCE`,
    ),
  )
  return [...timers, ...limits]
}
