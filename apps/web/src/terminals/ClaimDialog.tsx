import { Button, Modal } from '@mantine/core'
import type { Terminal, terminals } from '@steading/contract/terminals'
import type { z } from 'zod'
import { useText } from '../platform/texts.tsx'
import '../ui/overlay/modal.ts'
import { Claim } from './Claim.tsx'

/** A fresh claim code; closing it is the last that anybody sees of the code. */
export default function ClaimDialog({
  of,
  claim,
  onClose,
}: {
  of: Pick<Terminal, 'id' | 'displayName' | 'provisionStatus'>
  claim: z.output<typeof terminals.claimCode.reply>
  onClose: () => void
}) {
  const t = useText()
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      size={680}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
      classNames={{ content: 'dialog', header: 'dialog-head', body: 'dialog-body', title: 'dialog-title' }}
      title={
        <span className="two">
          <span>
            {t('terminal.pair')}: {of.displayName}
          </span>
          <span>{t('terminal.claim.once')}</span>
        </span>
      }
    >
      <Claim terminalId={of.id} claim={claim} waiting={of.provisionStatus !== 'PROVISIONED'} />
      <div className="dialog-foot">
        <Button onClick={onClose}>{t('ui.close')}</Button>
      </div>
    </Modal>
  )
}
