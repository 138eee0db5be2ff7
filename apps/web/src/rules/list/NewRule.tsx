import { Button } from '@mantine/core'
import type { RuleKind } from '@steading/contract/rules/rules'
import { IconPlus } from '@tabler/icons-react'
import { to } from '../../platform/navigation/paths.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../../ui/Link.tsx'
import { kinds } from '../words.ts'

const pages = {
  CONTROL: to('/rules/create'),
  ALARM: to('/rules/alarms/create'),
  SCHEDULER: to('/rules/scheduler/create'),
} as const satisfies Record<RuleKind, string>

/** Button that opens the form of a new rule; hidden without the permission to create rules. */
export function NewRule({ kind }: { kind: RuleKind }) {
  const t = useText()
  const go = useGo()
  const may = useMay()
  if (!may('rules.create')) return null
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go(pages[kind])}>
      {t(kinds[kind].create)}
    </Button>
  )
}
