import { Button } from '@mantine/core'
import type { WidgetFile } from '@steading/contract/widgets/dashboards'
import { mostBytes } from '../../platform/uploadLimits.ts'
import { useText } from '../../platform/texts.tsx'
import { Dropzone } from '../../ui/dropzone/Dropzone.tsx'
import { type Upload, uploadOf, usedUploads } from './uploads.ts'

/** Pictures by the names of their files: stored ones, and new ones that are sent with the dashboard. */
export function PicturesField({
  label,
  most,
  value,
  stored,
  uploads,
  error,
  onChange,
}: {
  label: string
  most: number
  /** Names. */
  value: readonly string[]
  stored: readonly WidgetFile[]
  uploads: readonly Upload[]
  error: string | undefined
  /** `added`: those that were not there before. */
  onChange: (names: readonly string[], added: readonly Upload[]) => void
}) {
  const t = useText()
  const remaining = stored.filter(({ name }) => value.includes(name))
  const chosen = usedUploads(uploads, value)
  const take = (files: readonly File[]) => {
    const stays = chosen.filter(upload => files.includes(upload.chosen))
    const added = files.filter(file => chosen.every(upload => upload.chosen !== file)).map(uploadOf)
    const names = [...stays, ...added].map(upload => upload.file.name)
    // The only picture gives its place to the next one.
    const keptNames = most === 1 && names.length > 0 ? [] : remaining.map(({ name }) => name)
    onChange([...keptNames, ...names], added)
  }
  return (
    <div className="entry-wide">
      <Dropzone
        label={label}
        limits={{ files: most, bytes: mostBytes, imagesOnly: true, taken: most === 1 ? 0 : remaining.length }}
        files={chosen.map(upload => upload.chosen)}
        onChange={take}
        error={error}
      >
        {remaining.map(({ name, url }) => (
          <div key={name} className="picture-now">
            <img src={url} alt="" />
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                onChange(
                  value.filter(other => other !== name),
                  [],
                )
              }
            >
              {t('drop.remove', { name })}
            </Button>
          </div>
        ))}
      </Dropzone>
    </div>
  )
}
