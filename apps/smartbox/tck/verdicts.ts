/** What docs/protocol.md §11 demands of a box, in its words. */
export const ASSERTIONS = {
  B1: 'uid as user name and client id, a clean session, a will on up/state with the sid',
  B2: 'a new sid for every connection',
  B3: 'nothing but hello before the welcome',
  B4: 'full jitter between tries, at most 120 s',
  B5: 'no sequence number twice, even after a crash',
  B6: 'the epoch changes only with the store',
  B7: 'deletes only what is said to be stored',
  B8: 'sends again, the same under the same number',
  B9: 'every hole is explained',
  B10: 'h 1 for what was measured before the welcome',
  B11: 'the present before the past',
  B12: 'keeps at least 7 days',
  B13: 'at most 8 batches under way, 200 items, 16 KB',
  B14: 'q 1 or 0 while the clock is not synchronised',
  B15: 'a command only if all checks hold',
  B16: 'a repeated command repeats its answer, not the deed',
  B17: 'n is on disk before it switches',
  B18: 'an override ends after its hold',
  B19: 'no configuration with a wrong signature, hash or uid',
  B20: 'no revision that is not newer',
  B21: 'sound rules run beside broken ones, which are named',
  B22: 'back to the old set when the new one crashes it twice',
  B23: 'goes on controlling without the platform',
  B24: 'the old password until the new one has worked',
  B25: 'unknown members and messages are ignored',
  B26: 'after each welcome the present of all that it sends on change',
  B27: 'effects of rules have all members of their kind, and keys of their rule',
} as const
export type Assertion = keyof typeof ASSERTIONS

export type Verdict = 'passed' | 'failed' | 'not exercised'
export interface Row {
  readonly name: Assertion
  readonly verdict: Verdict
  /** What was seen instead, or why nothing was. */
  readonly notes: readonly string[]
}

/** Gathers what was seen of each assertion: one failure outweighs all that went well. `reached` is told each verdict once. */
export const verdicts = (reached: (row: Row) => void) => {
  const seen = new Map<Assertion, { passed: number; failures: string[]; reasons: string[] }>()
  const rows = new Map<Assertion, Row>()
  const of = (name: Assertion) => {
    const tally = seen.get(name) ?? { passed: 0, failures: [], reasons: [] }
    seen.set(name, tally)
    return tally
  }
  const settle = (name: Assertion, row: Row): void => {
    if (rows.has(name)) return
    rows.set(name, row)
    reached(row)
  }
  const judge = (name: Assertion): Row => {
    const { passed, failures, reasons } = of(name)
    if (failures.length > 0) return { name, verdict: 'failed', notes: failures }
    return passed > 0 ? { name, verdict: 'passed', notes: [] } : { name, verdict: 'not exercised', notes: reasons }
  }
  // safe: the keys of an object literal are exactly the keys of its type
  const names = Object.keys(ASSERTIONS) as Assertion[]
  return {
    /** `problem` says what was seen instead. */
    expect: (name: Assertion, holds: boolean, problem: string): void => {
      if (holds) of(name).passed++
      else of(name).failures.push(problem)
    },
    /** Why it could not be looked at. */
    skip: (name: Assertion, reason: string): void => {
      of(name).reasons.push(reason)
      settle(name, judge(name))
    },
    /** Nothing more will be seen of these. */
    done: (...all: readonly Assertion[]): void => {
      for (const name of all) settle(name, judge(name))
    },
    /** Nothing more will be seen of anything: what was not looked at to its end was not exercised, unless it has failed. */
    broken: (reason: string): void => {
      for (const name of names)
        settle(name, of(name).failures.length > 0 ? judge(name) : { name, verdict: 'not exercised', notes: [reason] })
    },
    report: (): Row[] =>
      names.map(name => {
        settle(name, judge(name))
        return rows.get(name)!
      }),
  }
}

/** The report as lines for people. */
export const lines = (report: readonly Row[]): string[] =>
  report.flatMap(({ name, verdict, notes }) => [
    `${name.padEnd(4)} ${verdict.padEnd(14)} ${ASSERTIONS[name]}`,
    ...[...new Set(notes)].map(note => `       ${note}`),
  ])
