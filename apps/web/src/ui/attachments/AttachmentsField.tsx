import { type Attachment, ATTACHMENT_ENDINGS } from '@steading/contract/attachments'
import { Button } from '@mantine/core'
import { useText } from '../../platform/texts.tsx'
import { Dropzone } from '../dropzone/Dropzone.tsx'
import { errorFor } from '../form/edit/errorFor.ts'
import { Card } from '../page/Card.tsx'
import { AttachmentMark } from './AttachmentMark.tsx'

const endings = Object.values(ATTACHMENT_ENDINGS).flat()

/** What a form holds of attachments: new files, and the names of stored ones that go. */
export interface AttachmentValues {
  readonly files: readonly File[]
  readonly removed: readonly string[]
}

/** The attachments of a thing in its form: stored ones, and new files. Errors stand at `files` and `files.N`. */
export function AttachmentsField({
  values: { files, removed },
  attachments,
  limits,
  errors,
  set,
}: {
  values: AttachmentValues
  attachments: readonly Attachment[]
  /** Files in all, and bytes of each. */
  limits: { readonly files: number; readonly bytes: number }
  errors: Readonly<Record<string, unknown>>
  set: (change: Partial<AttachmentValues>) => void
}) {
  const t = useText()
  const storedCount = attachments.filter(attachment => !removed.includes(attachment.name)).length
  return (
    <Card title={t('ui.attachments')}>
      <Dropzone
        label={t('ui.attachments')}
        labelled
        limits={{ ...limits, imagesOnly: false, taken: storedCount, endings }}
        files={files}
        onChange={chosen => set({ files: chosen })}
        error={typeof errors['files'] === 'string' ? errors['files'] : undefined}
        wrong={at => errorFor(errors, `files.${at}`)}
      >
        {attachments.length > 0 && (
          <ul className="attachments">
            {attachments.map(attachment => {
              const isRemoved = removed.includes(attachment.name)
              return (
                <li key={attachment.name} className={isRemoved ? 'gone' : undefined}>
                  <AttachmentMark attachment={attachment} />
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() =>
                      set({
                        removed: isRemoved ? removed.filter(name => name !== attachment.name) : [...removed, attachment.name],
                      })
                    }
                  >
                    {t(isRemoved ? 'event.file.keep' : 'event.file.remove')}
                    <span className="vh"> {attachment.name}</span>
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
