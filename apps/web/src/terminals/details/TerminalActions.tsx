import { Button } from '@mantine/core'
import type { TerminalDetails, terminals } from '@steading/contract/devices/terminals'
import { IconPencil, IconPlugConnected, IconReplace } from '@tabler/icons-react'
import { useState } from 'react'
import type { z } from 'zod'
import { data } from '../../platform/api/api.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { listHref } from '../../ui/list/useListState.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { DeleteAction } from '../../ui/page/DeleteAction.tsx'
import type { Swapped } from '../service/SwapTerminal.tsx'
import { calls, terminalsChanged } from '../terminals.queries.ts'

const Rename = lazyComponent(() => import('../form/RenameTerminal.tsx'), 'overlay')
const ClaimDialog = lazyComponent(() => import('../service/ClaimDialog.tsx'), 'overlay')
const Swap = lazyComponent<{ of: TerminalDetails; onClose: () => void; onSwapped: (swapped: Swapped) => void }>(
  () => import('../service/SwapTerminal.tsx'),
  'overlay',
)

interface OpenClaim {
  readonly claim: z.output<typeof terminals.claimCode.reply>
  readonly provisionStatus: TerminalDetails['provisionStatus']
}

/** Actions in the head of a terminal, each with its permission: delete, pair, replace, rename, edit. */
export function TerminalActions({ of, edit }: { of: TerminalDetails; edit: () => void }) {
  const sendRemove = useWrite(['terminals', 'remove'], calls.remove)
  const sendClaimCode = useWrite(['terminals', 'claimCode'], calls.claimCode)
  const t = useText()
  const may = useMay()
  const pairing = useAsyncAction(t('terminal.actFailed'))
  const [open, setOpen] = useState<'rename' | 'swap'>()
  const [shown, show] = useState<OpenClaim>()
  const isNew = of.provisionStatus === 'NOT_PROVISIONED'
  const close = () => setOpen(undefined)
  const pair = () =>
    pairing.run(async () =>
      show({ claim: await data(sendClaimCode({ params: { id: of.id } })), provisionStatus: of.provisionStatus }),
    )
  return (
    <>
      {may('terminals.delete') && (
        <DeleteAction
          name={of.displayName}
          hint={t('terminal.deleteHint')}
          failed={t('entity.deleteFailed')}
          done={t('entity.deleted')}
          remove={() => data(sendRemove({ params: { id: of.id } }))}
          leave={listHref('/system/terminals')}
          onDeleted={() => terminalsChanged(of.id)}
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
