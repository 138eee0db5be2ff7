import { Button } from '@mantine/core'
import type { Attachment, EventDetails } from '@steading/contract/events'
import { IconDownload } from '@tabler/icons-react'
import { useText } from '../platform/texts.tsx'
import { download } from '../ui/list/download.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { Card } from '../ui/page/Card.tsx'
import { LongList } from '../ui/page/LongList.tsx'
import { AttachmentMark } from './AttachmentMark.tsx'
import { fetchAttachment } from './events.queries.ts'

/** The files of an event. Each is fetched by a call and handed over as a file: nothing of it is ever shown as a page. */
export function Attachments({ event: { id, attachments } }: { event: EventDetails }) {
  const t = useText()
  if (attachments.length === 0) return null
  return (
    <Card title={t('ui.attachments')} hint={<span className="num">{attachments.length}</span>} className="attached">
      <LongList items={attachments.map(one => ({ key: one.name, content: <One eventId={id} of={one} /> }))} />
    </Card>
  )
}

function One({ eventId, of }: { eventId: string; of: Attachment }) {
  const t = useText()
  const { busy, act } = useAct(t('event.file.failed', { name: of.name }))
  const fetch = () =>
    act(async () => {
      const { name, content } = await fetchAttachment(eventId, of.name)
      download(name, content)
    })
  return (
    <>
      <AttachmentMark of={of} />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden />}
        data-busy={busy || undefined}
        onClick={() => void fetch()}
      >
        {t('event.file.download')}
        <span className="vh"> {of.name}</span>
      </Button>
    </>
  )
}
