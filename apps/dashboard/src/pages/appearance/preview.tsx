import { Monitor, Moon, Smartphone, Sun } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useListedSite } from '../../api/sites.ts'
import { buttonStyle } from '../../parts/button.tsx'
import type { TagOptions } from '../keys/tag.ts'

const settleMilliseconds = 400

/** A value once it has not changed for a moment: each one loads the preview anew. */
const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMilliseconds)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

interface ToggleProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly icon: typeof Sun
}

const Toggle = ({ label, isOn, onChange, icon: Icon }: ToggleProps) => (
  <button
    type="button"
    aria-label={label}
    aria-pressed={isOn}
    title={label}
    className={`${buttonStyle('quiet', 'icon')} aria-pressed:bg-hover aria-pressed:text-ink`}
    onClick={() => onChange(!isOn)}
  >
    <Icon aria-hidden />
  </button>
)

interface PreviewProps {
  readonly domain: string
  readonly options: TagOptions
}

/** The real widget on a page of its own, as these options make it. */
export const Preview = ({ domain, options }: PreviewProps) => {
  const [isDark, setIsDark] = useState(false)
  const [isPhone, setIsPhone] = useState(false)
  const [isPanelOpen, setIsPanelOpen] = useState(true)
  const site = useListedSite(domain)?.name ?? domain
  const page = { page: isDark ? 'dark' : 'light', site, open: String(isPanelOpen) }
  const search = useSettled(new URLSearchParams({ ...options, domain, ...page }).toString())
  return (
    <div className="flex flex-col overflow-hidden rounded-lg border border-line bg-sunken shadow-low">
      <div className="flex items-center gap-1 border-b border-line px-2 py-1">
        <p className="flex-1 px-2 text-sm font-medium">Preview</p>
        <button
          type="button"
          aria-pressed={isPanelOpen}
          className={`${buttonStyle('quiet', 'small')} aria-pressed:bg-hover aria-pressed:text-ink`}
          onClick={() => setIsPanelOpen(!isPanelOpen)}
        >
          Opened
        </button>
        <Toggle label="Dark page" isOn={isDark} onChange={setIsDark} icon={isDark ? Moon : Sun} />
        <Toggle label="Phone" isOn={isPhone} onChange={setIsPhone} icon={isPhone ? Smartphone : Monitor} />
      </div>
      <iframe
        key={search}
        title="The widget on a page"
        src={`/dashboard/preview.html?${search}`}
        className={`h-[34rem] bg-paper ${isPhone ? 'mx-auto w-[390px] max-w-full border-x border-line' : 'w-full'}`}
      />
    </div>
  )
}
