import type { TerminalDetails } from '@steading/contract/terminals'
import type { ReactNode } from 'react'
import { data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { EditForm } from '../ui/form/EditForm.tsx'
import { Entries } from '../ui/form/Entries.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { useSave } from '../ui/form/useSave.ts'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import { type EnteredEdit, editBody, enteredOf } from './entered.ts'
import { TerminalEntries } from './TerminalEntries.tsx'
import { TheirTerminal } from './TheirTerminal.tsx'
import { calls, terminalQuery, terminalsChanged } from './terminals.queries.ts'

/** A smart box while somebody changes it. A save that meets somebody else's keeps what was typed and shows theirs. */
export default function TerminalEdit({
  of,
  head,
  leave,
}: {
  of: TerminalDetails
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}) {
  const t = useText()
  const { form, dirty, submit, ref, meet } = useEditForm<EnteredEdit>({
    initial: enteredOf(of),
    schema: editBody,
    save: async values => {
      const { displayName } = await data(calls.edit({ params: { id: of.id }, body: editBody.parse(values) }))
      await terminalsChanged()
      toast(t('state.saved'), displayName)
      leave()
    },
  })
  const { busy, save, theirs } = useSave({
    submit,
    fresh: () => queryClient.fetchQuery({ ...terminalQuery(of.id), staleTime: 0 }),
    over: now => meet(enteredOf(now)),
  })
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      {theirs && <TheirTerminal seen={of} theirs={theirs} form={form} />}
      <Card title={t('ui.details')}>
        <Entries mode="edit">
          <TerminalEntries form={form} places={theirs ? [of.rootEntity, theirs.rootEntity] : [of.rootEntity]} />
        </Entries>
      </Card>
    </EditForm>
  )
}
