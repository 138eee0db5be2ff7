import { ATTACHMENT_ENDINGS } from '@steading/contract/attachments'
import type { EventDetails } from '@steading/contract/events'
import { Button } from '@mantine/core'
import { useText } from '../platform/texts.tsx'
import { mostBytes, mostFiles } from '../platform/uploads.ts'
import { Dropzone } from '../ui/dropzone/Dropzone.tsx'
import { wrongWith } from '../ui/form/wrongWith.ts'
import { Card } from '../ui/page/Card.tsx'
import { AttachmentMark } from './AttachmentMark.tsx'
import type { Entered } from './entered.ts'

const endings = Object.values(ATTACHMENT_ENDINGS).flat()

/** The files of an event in its form: those that are there, and new ones. */
export function FilesCard({
  of,
  event,
  errors,
  set,
}: {
  of: Entered
  event?: EventDetails | undefined
  errors: Readonly<Record<string, unknown>>
  set: (change: Partial<Entered>) => void
}) {
  const t = useText()
  const there = event?.attachments ?? []
  const kept = there.filter(one => !of.removed.includes(one.name)).length
  return (
    <Card title={t('ui.attachments')}>
      <Dropzone
        label={t('ui.attachments')}
        labelled
        limits={{ files: mostFiles, bytes: mostBytes, imagesOnly: false, taken: kept, endings }}
        files={of.files}
        onChange={files => set({ files })}
        error={typeof errors['files'] === 'string' ? errors['files'] : undefined}
        wrong={at => wrongWith(errors, `files.${at}`)}
      >
        {there.length > 0 && (
          <ul className="attachments">
            {there.map(one => {
              const isGone = of.removed.includes(one.name)
              return (
                <li key={one.name} className={isGone ? 'gone' : undefined}>
                  <AttachmentMark of={one} />
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() =>
                      set({ removed: isGone ? of.removed.filter(name => name !== one.name) : [...of.removed, one.name] })
                    }
                  >
                    {t(isGone ? 'event.file.keep' : 'event.file.remove')}
                    <span className="vh"> {one.name}</span>
                  </Button>
                </li>
              )
            })}
          </ul>
        )}
      </Dropzone>
    </Card>
  )
}
