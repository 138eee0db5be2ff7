import { RuleList } from './RuleList.tsx'

export default function ControlRules() {
  return <RuleList kind="CONTROL" />
}
