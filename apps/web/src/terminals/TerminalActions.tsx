import { Button } from '@mantine/core'
import type { TerminalDetails, terminals } from '@steading/contract/terminals'
import { IconPencil, IconPlugConnected, IconReplace } from '@tabler/icons-react'
import { useState } from 'react'
import type { z } from 'zod'
import { data } from '../platform/api.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { later } from '../ui/later/later.tsx'
import { confirm } from '../ui/overlay/dialogs.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { calls } from './terminals.queries.ts'

const Rename = later(() => import('./Rename.tsx'), 'overlay')
const ClaimDialog = later(() => import('./ClaimDialog.tsx'), 'overlay')

/** What can be done to a box from its head: another name, and a fresh claim code for it or for the one that replaces it. */
export function TerminalActions({ of }: { of: TerminalDetails }) {
  const t = useText()
  const may = useMay()
  const { busy, act } = useAct()
  const [renaming, setRenaming] = useState(false)
  const [claim, setClaim] = useState<z.output<typeof terminals.claimCode.reply>>()
  const isNew = of.provisionStatus === 'NOT_PROVISIONED'
  const pair = async () => {
    const asked =
      isNew ||
      (await confirm({
        title: t('terminal.replace'),
        text: t('terminal.replaceHint'),
        yes: t('terminal.makeCode'),
        no: t('ui.cancel'),
      }))
    if (asked) await act(async () => setClaim(await data(calls.claimCode({ params: { id: of.id } }))))
  }
  return (
    <>
      {may('terminals.update_name') && (
        <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setRenaming(true)}>
          {t('terminal.rename')}
        </Button>
      )}
      {may('terminals.create') && (
        <Button
          variant={isNew ? 'filled' : 'default'}
          leftSection={isNew ? <IconPlugConnected size={16} aria-hidden /> : <IconReplace size={16} aria-hidden />}
          data-busy={busy || undefined}
          onClick={() => void pair()}
        >
          {t(isNew ? 'terminal.pair' : 'terminal.replace')}
        </Button>
      )}
      {renaming && <Rename of={of} onClose={() => setRenaming(false)} />}
      {claim && <ClaimDialog of={of} claim={claim} onClose={() => setClaim(undefined)} />}
    </>
  )
}
