import { Button } from '@mantine/core'
import type { Terminal, terminals } from '@steading/contract/terminals'
import type { z } from 'zod'
import { useText } from '../platform/texts.tsx'
import { Window } from '../ui/overlay/Window.tsx'
import { Claim } from './Claim.tsx'

/** A fresh claim code; closing it, by its own button alone, is the last that anybody sees of the code. */
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
    <Window title={`${t('terminal.pair')}: ${of.displayName}`} under={t('terminal.claim.once')} size={680} firm onClose={onClose}>
      <Claim terminalId={of.id} claim={claim} waiting={of.provisionStatus !== 'PROVISIONED'} />
      <div className="dialog-foot">
        <Button onClick={onClose}>{t('ui.close')}</Button>
      </div>
    </Window>
  )
}
