import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** What takes longest, first of all: begun last, it would keep one worker while the others have nothing left. */
const longest = [
  'sim/sim.test.ts',
  'e2e/broiler-house.test.ts',
  'e2e/injection.test.ts',
  'e2e/entrance.test.ts',
  'e2e/thread.test.ts',
  'e2e/terminals.test.ts',
  'e2e/places.test.ts',
  'e2e/rule-form.test.ts',
  'e2e/pages.test.ts',
  'e2e/batches.test.ts',
  'e2e/production.test.ts',
  'e2e/events.test.ts',
  'e2e/users.test.ts',
  'e2e/rule-sets.test.ts',
  'e2e/retired.test.ts',
  'e2e/entities.test.ts',
  'chaos/broker.test.ts',
  'chaos/mutants.test.ts',
  'e2e/drills.test.ts',
  'e2e/dashboards.test.ts',
  'e2e/reports.test.ts',
  'chaos/uploads.test.ts',
  'chaos/actuation.test.ts',
  'e2e/unsaved.test.ts',
  'e2e/outage.test.ts',
  'e2e/helpdesk.test.ts',
  'chaos/crash.test.ts',
  'e2e/setup.test.ts',
  'apps/server/src/heartbeat/heartbeat.test.ts',
  'apps/smartbox/tck/exam.test.ts',
  'apps/server/test/access/access.test.ts',
  'apps/server/test/access/access.mutant.test.ts',
  'apps/server/src/rules/evaluation/globalRules.test.ts',
  'apps/server/src/rehearsal/rehearsal.test.ts',
  'apps/server/src/drills/drills.test.ts',
  'apps/server/src/events/escalation/escalationRuns.test.ts',
  'apps/server/src/rules/rules.test.ts',
  'apps/server/src/outbox/delivery/channels.test.ts',
  'apps/server/src/outbox/delivery/outages.test.ts',
  'apps/server/src/sessions/guessing.test.ts',
  'test/components/widgetDialog.browser.test.tsx',
  'test/components/kiosk.browser.test.tsx',
  'test/components/widgets/dataWidgets.browser.test.tsx',
  'tools/process/children.test.ts',
  'apps/smartbox/src/barn/seam.test.ts',
]

const rank = ({ moduleId }: TestSpecification) => {
  const at = longest.findIndex(file => moduleId.endsWith(`/${file}`))
  return at < 0 ? longest.length : at
}

/** The longest first, the others in Vitest's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
