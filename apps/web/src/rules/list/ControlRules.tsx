import { RulesPage } from './RulesPage.tsx'

export default function ControlRules() {
  return <RulesPage kind="CONTROL" />
}
