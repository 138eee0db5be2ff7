import { useForm } from '@mantine/form'
import type { TerminalDetails } from '@steading/contract/terminals'
import { dateTime, number } from '@steading/locales/format'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Entries, Shown } from '../ui/form/Entries.tsx'
import { Card } from '../ui/page/Card.tsx'
import { type EnteredEdit, enteredOf } from './entered.ts'
import { overWord, provisionStates } from './marks.tsx'
import { Quarantine } from './Quarantine.tsx'
import { TerminalEntries } from './TerminalEntries.tsx'
import { TerminalService } from './TerminalService.tsx'

/** Everything that is known of a box, and what a technician does to it. */
export function TerminalFacts({ of }: { of: TerminalDetails }) {
  const t = useText()
  const zone = useZone()
  const over = overWord(of)
  const form = useForm<EnteredEdit>({ initialValues: enteredOf(of) })
  return (
    <>
      <Card title={t('ui.details')}>
        <Entries mode="view">
          <TerminalEntries form={form} places={[of.rootEntity]} />
          <Shown label={t('terminal.uid')}>{of.uid}</Shown>
          <Shown label={t('terminal.provision')}>{t(over ?? provisionStates[of.provisionStatus].word)}</Shown>
          {!over && (
            <Shown label={t('terminal.connection')}>{t(of.connected ? 'terminal.connected' : 'terminal.notConnected')}</Shown>
          )}
          <Shown label={t('terminal.lastContact')}>{dateTime(of.lastCommunicationTimestampUtc, zone, t)}</Shown>
          <Shown label={t('terminal.software')}>{of.firmware}</Shown>
          <Shown label={t('terminal.revision')}>{number(of.desiredRevision, t)}</Shown>
          <Shown label={t('terminal.revisionOnBox')}>{number(of.reportedRevision, t)}</Shown>
        </Entries>
      </Card>
      {of.retiredTimestampUtc === null && <TerminalService of={of} />}
      <Quarantine terminalId={of.id} />
    </>
  )
}
