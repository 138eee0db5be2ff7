import type { Translate } from '@steading/locales/text'
import { IconFile, IconPhotoUp, IconUpload, IconX } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { type Complaint, type DropLimits, accept, pictureTypes } from './accept.ts'
import { Preview } from './Preview.tsx'
import { sizeOf } from './sizes.ts'
import './dropzone.css'

/** ".pdf, .csv" as people say it: PDF, CSV. */
const kindsOf = ({ endings = [] }: DropLimits) => endings.map(ending => ending.slice(1).toUpperCase()).join(', ')

/** Two of one name, size and time are one file. */
const idOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`

const inWords = (complaint: Complaint, limits: DropLimits, t: Translate) =>
  complaint.why === 'maxFiles'
    ? t('errors.dropzoneField.maxFiles', { count: limits.files })
    : t(`errors.dropzoneField.${complaint.why}`, { name: complaint.name, size: sizeOf(limits.bytes, t), kinds: kindsOf(limits) })

/** A place for files: dropped there, or chosen by click or key. What does not fit is said by name, and the rest is kept. */
export function Dropzone({
  label,
  labelled = false,
  limits,
  files,
  onChange,
  error,
  wrong,
  children,
}: {
  label: string
  /** What is around it shows the label already. */
  labelled?: boolean
  limits: DropLimits
  files: readonly File[]
  onChange: (files: readonly File[]) => void
  error?: ReactNode
  /** What is wrong with one of the files, by its place. */
  wrong?: (at: number) => string | undefined
  /** What is there already. */
  children?: ReactNode
}) {
  const t = useText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [complaints, complain] = useState<readonly Complaint[]>([])
  const take = (dropped: FileList | null) => {
    setOver(false)
    if (!dropped?.length) return
    // What is chosen again is there already.
    const existing = new Set(files.map(idOf))
    const fresh = new Map([...dropped].map(file => [idOf(file), file] as const).filter(([one]) => !existing.has(one)))
    const taken = accept(files, [...fresh.values()], limits)
    complain(taken.complaints)
    onChange(taken.files)
    if (input.current) input.current.value = ''
  }
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault()
    setOver(isOver)
  }
  const size = sizeOf(limits.bytes, t)
  const isWrong = Boolean(error) || files.some((_, at) => wrong?.(at) !== undefined)
  const Icon = limits.imagesOnly ? IconPhotoUp : IconUpload
  return (
    <div className="dropzone-field">
      <span className={labelled ? 'vh' : 'dropzone-label'} id={`${id}-label`}>
        {label}
      </span>
      {children}
      {files.map((file, at) => (
        <FileItem
          key={idOf(file)}
          file={file}
          wrong={wrong?.(at)}
          remove={() => {
            complain([])
            onChange(files.filter(one => one !== file))
          }}
        />
      ))}
      {/* The label of the input in it, so that a click anywhere opens it; dropping is one more way in. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <label
        className={over ? 'dropzone over' : 'dropzone'}
        onDragOver={event => drag(event, true)}
        onDragLeave={event => drag(event, false)}
        onDrop={event => {
          event.preventDefault()
          take(event.dataTransfer.files)
        }}
      >
        <Icon size={22} stroke={1.5} aria-hidden />
        <span>{t('drop.hint')}</span>
        <span className="dim">
          {limits.imagesOnly ? t('drop.images', { size }) : t('drop.files', { count: limits.files, size })}
        </span>
        {limits.endings && <span className="dim">{kindsOf(limits)}</span>}
        <input
          ref={input}
          type="file"
          className="vh"
          multiple={limits.files > 1}
          accept={limits.imagesOnly ? pictureTypes : limits.endings?.join(',')}
          aria-describedby={`${id}-label ${id}-wrong`}
          aria-invalid={isWrong || undefined}
          onChange={event => take(event.currentTarget.files)}
        />
      </label>
      <div role="alert" className="dropzone-errors" id={`${id}-wrong`}>
        {complaints.map(complaint => (
          <p key={JSON.stringify(complaint)}>{inWords(complaint, limits, t)}</p>
        ))}
        {error && <p>{error}</p>}
      </div>
    </div>
  )
}

function FileItem({ file, wrong, remove }: { file: File; wrong: string | undefined; remove: () => void }) {
  const t = useText()
  return (
    <div className={wrong === undefined ? 'dropped' : 'dropped wrong'}>
      {file.type.startsWith('image/') ? <Preview picture={file} alt="" /> : <IconFile size={20} stroke={1.5} aria-hidden />}
      <span className="dropped-words">
        <span>{file.name}</span>
        <span className={wrong === undefined ? 'dim num' : 'dropped-wrong'}>{wrong ?? sizeOf(file.size, t)}</span>
      </span>
      <button type="button" onClick={remove}>
        <IconX size={15} aria-hidden />
        <span className="vh">{t('drop.remove', { name: file.name })}</span>
      </button>
    </div>
  )
}
