import { Button } from '@mantine/core'
import type { TerminalDetails, terminals } from '@steading/contract/terminals'
import { IconPencil, IconPlugConnected, IconReplace } from '@tabler/icons-react'
import { useState } from 'react'
import type { z } from 'zod'
import { data } from '../platform/api.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { later } from '../ui/later/later.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { DeleteAction } from '../ui/page/DeleteAction.tsx'
import type { Swapped } from './Swap.tsx'
import { calls, terminalsChanged } from './terminals.queries.ts'

const Rename = later(() => import('./Rename.tsx'), 'overlay')
const ClaimDialog = later(() => import('./ClaimDialog.tsx'), 'overlay')
const Swap = later<{ of: TerminalDetails; onClose: () => void; onSwapped: (swapped: Swapped) => void }>(
  () => import('./Swap.tsx'),
  'overlay',
)

interface Shown {
  readonly claim: z.output<typeof terminals.claimCode.reply>
  readonly provisionStatus: TerminalDetails['provisionStatus']
}

/** What can be done to a box from its head, each with its permission: delete, pair or replace it, another name, edit. */
export function TerminalActions({ of, edit }: { of: TerminalDetails; edit: () => void }) {
  const t = useText()
  const may = useMay()
  const pairing = useAct(t('terminal.actFailed'))
  const [open, setOpen] = useState<'rename' | 'swap'>()
  const [shown, show] = useState<Shown>()
  const isNew = of.provisionStatus === 'NOT_PROVISIONED'
  const close = () => setOpen(undefined)
  const pair = () =>
    pairing.act(async () =>
      show({ claim: await data(calls.claimCode({ params: { id: of.id } })), provisionStatus: of.provisionStatus }),
    )
  return (
    <>
      {may('terminals.delete') && (
        <DeleteAction
          name={of.displayName}
          hint={t('terminal.deleteHint')}
          failed={t('entity.deleteFailed')}
          done={t('entity.deleted')}
          remove={() => data(calls.remove({ params: { id: of.id } }))}
          leave={listHref('/system/terminals')}
          gone={() => terminalsChanged(of.id)}
        />
      )}
      {isNew && may('terminals.create') && (
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          data-busy={pairing.busy || undefined}
          onClick={() => void pair()}
        >
          {t('terminal.pair')}
        </Button>
      )}
      {!isNew && may('terminals.update') && (
        <Button variant="default" leftSection={<IconReplace size={16} aria-hidden />} onClick={() => setOpen('swap')}>
          {t('terminal.replace')}
        </Button>
      )}
      {may('terminals.update') ? (
        <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={edit}>
          {t('ui.edit')}
        </Button>
      ) : (
        may('terminals.update_name') && (
          <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setOpen('rename')}>
            {t('terminal.rename')}
          </Button>
        )
      )}
      {open === 'rename' && <Rename of={of} onClose={close} />}
      {open === 'swap' && (
        <Swap
          of={of}
          onClose={close}
          onSwapped={({ terminal: { provisionStatus }, claim }) => {
            close()
            show({ claim, provisionStatus })
          }}
        />
      )}
      {shown && (
        <ClaimDialog of={{ ...of, provisionStatus: shown.provisionStatus }} claim={shown.claim} onClose={() => show(undefined)} />
      )}
    </>
  )
}
