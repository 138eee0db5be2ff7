import { download } from '../ui/list/export/download.ts'
import { ExportButton } from '../ui/list/export/ExportButton.tsx'
import { type AuditQuery, exportAudit } from './audit.queries.ts'

/** Everything that the filters leave, as a file that the server makes. */
export function ExportAudit({ query }: { query: AuditQuery }) {
  const save = async () => {
    const { name, content } = await exportAudit(query)
    download(name, content)
  }
  return <ExportButton save={save} />
}
