import { Button } from '@mantine/core'
import type { Terminal, terminals } from '@steading/contract/devices/terminals'
import type { z } from 'zod'
import { useText } from '../../platform/texts.tsx'
import { Modal } from '../../ui/overlay/Modal.tsx'
import { Claim } from './ClaimSteps.tsx'

/** Shows a new claim code once. Only its own button closes it, because the code cannot be shown again. */
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
    <Modal title={`${t('terminal.pair')}: ${of.displayName}`} under={t('terminal.claim.once')} size={680} firm onClose={onClose}>
      <Claim terminalId={of.id} claim={claim} waiting={of.provisionStatus !== 'PROVISIONED'} />
      <div className="dialog-foot">
        <Button onClick={onClose}>{t('ui.close')}</Button>
      </div>
    </Modal>
  )
}
