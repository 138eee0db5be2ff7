import { useForm } from '@mantine/form'
import type { TerminalDetails } from '@steading/contract/devices/terminals'
import { dateTime, number } from '@steading/locales/format'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Entries, ReadOnlyField } from '../../ui/form/edit/FormFields.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { type EditTerminalValues, toFormValues } from '../form/terminalForm.ts'
import { overWord, provisionStates } from '../list/terminalStatus.tsx'
import { Quarantine } from '../service/Quarantine.tsx'
import { TerminalEntries } from '../form/TerminalFields.tsx'
import { TerminalService } from '../service/TerminalService.tsx'

/** All facts of a terminal, and its service actions. */
export function TerminalFacts({ of }: { of: TerminalDetails }) {
  const t = useText()
  const zone = useZone()
  const over = overWord(of)
  const form = useForm<EditTerminalValues>({ initialValues: toFormValues(of) })
  return (
    <>
      <Card title={t('ui.details')}>
        <Entries mode="view">
          <TerminalEntries form={form} places={[of.rootEntity]} />
          <ReadOnlyField label={t('terminal.uid')}>{of.uid}</ReadOnlyField>
          <ReadOnlyField label={t('terminal.provision')}>{t(over ?? provisionStates[of.provisionStatus].word)}</ReadOnlyField>
          {!over && (
            <ReadOnlyField label={t('terminal.connection')}>
              {t(of.connected ? 'terminal.connected' : 'terminal.notConnected')}
            </ReadOnlyField>
          )}
          <ReadOnlyField label={t('terminal.lastContact')}>{dateTime(of.lastCommunicationTimestampUtc, zone, t)}</ReadOnlyField>
          <ReadOnlyField label={t('terminal.software')}>{of.firmware}</ReadOnlyField>
          <ReadOnlyField label={t('terminal.revision')}>{number(of.desiredRevision, t)}</ReadOnlyField>
          <ReadOnlyField label={t('terminal.revisionOnBox')}>{number(of.reportedRevision, t)}</ReadOnlyField>
        </Entries>
      </Card>
      {of.retiredTimestampUtc === null && <TerminalService of={of} />}
      <Quarantine terminalId={of.id} />
    </>
  )
}
