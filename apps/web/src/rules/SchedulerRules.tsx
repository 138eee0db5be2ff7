import { RuleList } from './RuleList.tsx'

export default function SchedulerRules() {
  return <RuleList kind="SCHEDULER" />
}
