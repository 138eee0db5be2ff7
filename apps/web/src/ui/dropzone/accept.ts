export interface DropLimits {
  readonly files: number
  /** How many of them are there already, and saved. */
  readonly taken?: number
  /** Of one file. */
  readonly bytes: number
  readonly imagesOnly: boolean
  /** Of the names that are taken, ".pdf"; left out: any. */
  readonly endings?: readonly string[]
}

export type Complaint =
  | { readonly why: 'maxSize' | 'empty' | 'image' | 'ending'; readonly name: string }
  | { readonly why: 'maxFiles'; readonly count: number }

const pictures: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
export const pictureTypes = pictures.join(',')

/** What of the dropped files is taken beside those that are there, and what is wrong with the others. */
export function accept(
  existing: readonly File[],
  dropped: readonly File[],
  { files, taken = 0, bytes, imagesOnly, endings }: DropLimits,
): { readonly files: readonly File[]; readonly complaints: readonly Complaint[] } {
  const complaints: Complaint[] = []
  const fit = dropped.filter(({ name, type, size }) => {
    if (imagesOnly && !pictures.includes(type)) complaints.push({ why: 'image', name })
    // Not by the type: browsers call one kind by many.
    else if (endings?.some(ending => name.toLowerCase().endsWith(ending)) === false) complaints.push({ why: 'ending', name })
    else if (size > bytes) complaints.push({ why: 'maxSize', name })
    else if (size === 0) complaints.push({ why: 'empty', name })
    else return true
    return false
  })
  // Where only one has room, another one takes its place.
  const all = files === 1 ? [...fit, ...existing] : [...existing, ...fit]
  const room = Math.max(0, files - taken)
  if ((files === 1 ? fit.length : all.length) > room) complaints.push({ why: 'maxFiles', count: files })
  return { files: all.slice(0, room), complaints }
}
