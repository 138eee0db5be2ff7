import { type Terminal, terminals } from '@steading/contract/terminals'
import { data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { RenameWindow } from '../ui/form/RenameWindow.tsx'
import { calls, terminalQuery } from './terminals.queries.ts'

const schema = terminals.rename.body.pick({ displayName: true })

/** Another name for a box. */
export default function Rename({ of, onClose }: { of: Pick<Terminal, 'id' | 'displayName' | 'version'>; onClose: () => void }) {
  const t = useText()
  return (
    <RenameWindow
      {...{ of, schema, onClose, list: 'terminals', title: t('terminal.rename') }}
      what={t('form.saveFailed')}
      rename={body => data(calls.rename({ params: { id: of.id }, body }))}
      fresh={() => queryClient.fetchQuery({ ...terminalQuery(of.id), staleTime: 0 })}
    />
  )
}
