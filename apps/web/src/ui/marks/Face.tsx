import { useMemo } from 'react'
import { Preview } from '../dropzone/Preview.tsx'
import { initials } from '../shell/navigation/sections.ts'
import './marks.css'

/** Somebody's picture, or two letters of the name. It says nothing that does not stand beside it. */
export function Face({ name, picture, large = false }: { name: string; picture?: string | undefined; large?: boolean }) {
  const blob = useMemo(
    () => picture && new Blob([Uint8Array.from(atob(picture), letter => letter.charCodeAt(0))], { type: 'image/webp' }),
    [picture],
  )
  const shape = large ? 'face face-large' : 'face'
  return blob ? (
    <Preview className={shape} picture={blob} alt="" />
  ) : (
    <span className={shape} aria-hidden>
      {initials(name)}
    </span>
  )
}
