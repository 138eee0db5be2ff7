import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../platform/texts.tsx'
import { mostBytes } from '../../platform/uploadLimits.ts'
import { Dropzone } from './Dropzone.tsx'
import './dropzone.css'

const limits = { files: 1, bytes: mostBytes, imagesOnly: true }

/** The place for one picture: another one is dropped there, the one that there is can be taken away. */
export function PictureField({
  label,
  picture,
  onChange,
  existing,
  called,
  onRemove,
  error,
}: {
  label: string
  /** What was chosen and is not saved yet. */
  picture: File | null
  onChange: (picture: File | null) => void
  /** The picture that is saved, where it stays. */
  existing?: ReactNode
  /** What the button that takes it away calls it. */
  called: string
  onRemove?: ((removed: boolean) => void) | undefined
  error: ReactNode
}) {
  const t = useText()
  return (
    <Dropzone
      label={label}
      labelled
      limits={limits}
      files={picture ? [picture] : []}
      onChange={([file]) => {
        onChange(file ?? null)
        if (file) onRemove?.(false)
      }}
      error={error}
    >
      {existing && picture === null && (
        <div className="picture-now">
          {existing}
          <Button size="xs" variant="default" onClick={() => onRemove?.(true)}>
            {t('drop.remove', { name: called })}
          </Button>
        </div>
      )}
    </Dropzone>
  )
}
