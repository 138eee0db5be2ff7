import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import type { FileOutcome, Outcome } from './outcome.ts'
import { NIGHT_TAGS } from './tags.ts'

const firstLine = ({ message }: { readonly message: string }) => message.split('\n', 1)[0] ?? ''

function outcomeOf(module: TestModule): FileOutcome {
  const root = module.project.vitest.config.root
  const tests = [...module.children.allTests()]
  const inState = (state: string) => tests.filter(test => test.result().state === state)
  const skipped = inState('skipped')
  const nightly = skipped.filter(({ tags }) => tags.some(tag => NIGHT_TAGS.some(name => name === tag)))
  const errorsOfSuites = [...module.children.allSuites()].flatMap(suite => suite.errors())
  return {
    file: relative(root, module.moduleId),
    project: module.project.name,
    passed: inState('passed').map(test => test.fullName),
    skipped: skipped.length - nightly.length,
    nightly: nightly.length,
    failures: inState('failed').map(test => ({
      title: test.fullName,
      error: firstLine(test.result().errors?.[0] ?? { message: 'no error' }),
    })),
    setupErrors: [...module.errors(), ...errorsOfSuites].map(firstLine),
  }
}

/** Writes the outcome of a run to the file that TEST_OUTCOME names. */
export default class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { readonly message: string }[]): void {
    const outcome: Outcome = { files: modules.map(outcomeOf), errors: errors.map(firstLine) }
    const file = process.env.TEST_OUTCOME
    if (file !== undefined) writeFileSync(file, JSON.stringify(outcome))
  }
}
