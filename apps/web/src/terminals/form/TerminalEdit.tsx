import type { TerminalDetails } from '@steading/contract/devices/terminals'
import type { ReactNode } from 'react'
import { data } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useText } from '../../platform/texts.tsx'
import { EditForm } from '../../ui/form/edit/EditForm.tsx'
import { Entries } from '../../ui/form/edit/FormFields.tsx'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useSave } from '../../ui/form/edit/useSave.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { Card } from '../../ui/page/Card.tsx'
import { type EditTerminalValues, editBody, toFormValues } from './terminalForm.ts'
import { TerminalEntries } from './TerminalFields.tsx'
import { TheirTerminal } from './TerminalConflictPanel.tsx'
import { calls, terminalQuery, terminalsChanged } from '../terminals.queries.ts'

/** Edit form of a terminal. After a version conflict the typed values stay, and the saved values are shown beside them. */
export default function TerminalEdit({
  of,
  head,
  leave,
}: {
  of: TerminalDetails
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}) {
  const sendEdit = useWrite(['terminals', 'edit'], calls.edit)
  const t = useText()
  const { form, dirty, submit, ref, rebase } = useEditForm<EditTerminalValues>({
    initial: toFormValues(of),
    schema: editBody,
    save: async values => {
      const { displayName } = await data(sendEdit({ params: { id: of.id }, body: editBody.parse(values) }))
      await terminalsChanged()
      toast(t('state.saved'), displayName)
      leave()
    },
  })
  const { busy, save, latest } = useSave({
    submit,
    fetchLatest: () => queryClient.fetchQuery({ ...terminalQuery(of.id), staleTime: 0 }),
    onConflict: now => rebase(toFormValues(now)),
  })
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      {latest && <TheirTerminal base={of} latest={latest} form={form} />}
      <Card title={t('ui.details')}>
        <Entries mode="edit">
          <TerminalEntries form={form} places={latest ? [of.rootEntity, latest.rootEntity] : [of.rootEntity]} />
        </Entries>
      </Card>
    </EditForm>
  )
}
