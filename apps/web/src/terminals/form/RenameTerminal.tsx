import { type Terminal, terminals } from '@steading/contract/devices/terminals'
import { data } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useText } from '../../platform/texts.tsx'
import { RenameWindow } from '../../ui/form/edit/RenameDialog.tsx'
import { calls, terminalQuery } from '../terminals.queries.ts'

const schema = terminals.rename.body.pick({ displayName: true })

/** Dialog to rename a terminal. */
export default function Rename({ of, onClose }: { of: Pick<Terminal, 'id' | 'displayName' | 'version'>; onClose: () => void }) {
  const sendRename = useWrite(['terminals', 'rename'], calls.rename)
  const t = useText()
  return (
    <RenameWindow
      of={of}
      schema={schema}
      onClose={onClose}
      list="terminals"
      title={t('terminal.rename')}
      what={t('form.saveFailed')}
      rename={body => data(sendRename({ params: { id: of.id }, body }))}
      fresh={() => queryClient.fetchQuery({ ...terminalQuery(of.id), staleTime: 0 })}
    />
  )
}
