import { Button } from '@mantine/core'
import type { Attachment } from '@steading/contract/attachments'
import { IconDownload } from '@tabler/icons-react'
import { useText } from '../../platform/texts.tsx'
import { download } from '../list/export/download.ts'
import { useAsyncAction } from '../overlay/useAsyncAction.ts'
import { Card } from '../page/Card.tsx'
import { LongList } from '../page/LongList.tsx'
import { AttachmentMark } from './AttachmentMark.tsx'

/** Fetches a file with its content, by its name. */
type FetchAttachment = (name: string) => Promise<{ readonly name: string; readonly content: Blob }>

/** Attachments of a thing. Each is downloaded as a file and never rendered as a page. */
export function AttachmentsCard({ attachments, fetch }: { attachments: readonly Attachment[]; fetch: FetchAttachment }) {
  const t = useText()
  if (attachments.length === 0) return null
  return (
    <Card title={t('ui.attachments')} hint={<span className="num">{attachments.length}</span>} className="attached">
      <LongList
        items={attachments.map(attachment => ({
          key: attachment.name,
          content: <AttachmentItem attachment={attachment} fetch={fetch} />,
        }))}
      />
    </Card>
  )
}

function AttachmentItem({ attachment, fetch }: { attachment: Attachment; fetch: FetchAttachment }) {
  const t = useText()
  const { busy, run } = useAsyncAction(t('event.file.failed', { name: attachment.name }))
  const fetchAndSave = () =>
    run(async () => {
      const { name, content } = await fetch(attachment.name)
      download(name, content)
    })
  return (
    <>
      <AttachmentMark attachment={attachment} />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden />}
        data-busy={busy || undefined}
        onClick={() => void fetchAndSave()}
      >
        {t('event.file.download')}
        <span className="vh"> {attachment.name}</span>
      </Button>
    </>
  )
}
