import { RulesPage } from './RulesPage.tsx'

export default function AlarmRules() {
  return <RulesPage kind="ALARM" />
}
