import { useTexts } from '../locales/use-texts.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { icons } from '../parts/icons.tsx'

export function Header(properties: { title: string; canReset: boolean; onReset: () => void; onClose: () => void }) {
  const { title, canReset, onReset, onClose } = properties
  const texts = useTexts()
  return (
    <div className="sn-header">
      <span className="text-link">{icons.mark}</span>
      <h2 className="min-w-0 flex-1 truncate text-medium font-semibold">{texts.assistantName(title)}</h2>
      {canReset ? <IconButton label={texts.newConversation} icon={icons.compose} onClick={onReset} /> : null}
      <IconButton label={texts.close} icon={icons.close} onClick={onClose} />
    </div>
  )
}
