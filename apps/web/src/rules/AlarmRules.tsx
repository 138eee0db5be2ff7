import { RuleList } from './RuleList.tsx'

export default function AlarmRules() {
  return <RuleList kind="ALARM" />
}
