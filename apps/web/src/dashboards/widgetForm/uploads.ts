import type { WidgetFile } from '@steading/contract/widgets/dashboards'

/** A chosen picture: as it was chosen, as it is sent, and its address within this page. */
export interface Upload {
  readonly chosen: File
  readonly file: File
  readonly url: string
}

const MOST_STEM = 180

/** The name of a picture with a mark that tells it from every other one of the same name. */
export function uniqueName(name: string, mark: string): string {
  const dot = name.lastIndexOf('.')
  const stem = dot > 0 ? name.slice(0, dot) : name
  const ending = dot > 0 ? name.slice(dot) : ''
  return `${stem.slice(0, MOST_STEM)}-${mark}${ending}`
}

export function uploadOf(chosen: File): Upload {
  const file = new File([chosen], uniqueName(chosen.name, crypto.randomUUID().slice(0, 8)), {
    type: chosen.type,
    lastModified: chosen.lastModified,
  })
  return { chosen, file, url: URL.createObjectURL(file) }
}

export const previewOf = ({ file: { name, type, size }, url }: Upload): WidgetFile => ({ name, type, size, url })

/** The uploads that a configuration names. */
export const usedUploads = (uploads: readonly Upload[], files: unknown): readonly Upload[] =>
  Array.isArray(files) ? uploads.filter(({ file }) => files.includes(file.name)) : []
