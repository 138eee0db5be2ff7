import { useCallback } from 'react'

/** A picture that is only in this browser, or came by a call: its address lives as long as it is shown. */
export function Preview({ picture, alt, className }: { picture: Blob; alt: string; className?: string }) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined
      const url = URL.createObjectURL(picture)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [picture],
  )
  // What is no picture, whatever its name, shows nothing rather than a broken one.
  return (
    <img
      ref={show}
      alt={alt}
      className={className}
      onError={({ currentTarget }) => (currentTarget.style.visibility = 'hidden')}
    />
  )
}
