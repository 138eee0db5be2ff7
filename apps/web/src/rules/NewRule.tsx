import { Button } from '@mantine/core'
import type { RuleKind } from '@steading/contract/rules'
import { IconPlus } from '@tabler/icons-react'
import { to } from '../app/index.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { useGo } from '../ui/Link.tsx'
import { newWords } from './form/words.ts'

const pages = {
  CONTROL: to('/rules/create'),
  ALARM: to('/rules/alarms/create'),
  SCHEDULER: to('/rules/scheduler/create'),
} as const satisfies Record<RuleKind, string>

/** The way to a new rule of a kind, for who may make one. */
export function NewRule({ kind }: { kind: RuleKind }) {
  const t = useText()
  const go = useGo()
  const may = useMay()
  if (!may('rules.create')) return null
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go(pages[kind])}>
      {t(newWords[kind])}
    </Button>
  )
}
