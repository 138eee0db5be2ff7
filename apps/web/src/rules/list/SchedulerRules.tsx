import { RulesPage } from './RulesPage.tsx'

export default function SchedulerRules() {
  return <RulesPage kind="SCHEDULER" />
}
