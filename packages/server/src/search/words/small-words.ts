/**
 * Small words of languages that `@orama/stopwords` does not have, or has damaged (Ukrainian, Serbian), without accents (Greek)
 * or in part (Danish, Finnish): pronouns, prepositions, conjunctions, auxiliaries, words that ask. None that names a thing or says what is done.
 * By the code of ISO 639.
 */
export const smallWords = {
  ca:
    'el la els les un una uns unes de del dels i o però ni que què qui com quan on quin quina quins quines perquè si no ' +
    'a al als en amb per sense sobre entre fins des és són ser era està estan hi ha han haver es em et ens us se li ho ja més ' +
    'molt també tot tota tots totes aquest aquesta aquests aquestes això allò aquí allà on dels dels pels pel cap altre altra altres mateix mateixa ' +
    'cada quals seus seves vostre vostra vostres nostre feu fer fa estan estar vol voleu podeu heu haureu també després abans només així ' +
    'doncs encara sempre mai cada quan mentre segons des meu meva seu seva puc pot poden cal',
  cs:
    'a i o u v s z k na do od za po pro při před přes pod nad bez mezi ve ke ze se si co kdo kde kdy jak kam kolik proč který ' +
    'která které kteří kterou kterého jaký jaká jaké jakou je jsou jsem jsme jste být byl byla bylo byly bude budou budete by ' +
    'bych aby že když pokud jestli nebo ale ani jen pouze také už ještě pak tak to ten ta ti ty tento tato toto této tomto ' +
    'tím tom toho jeho její jejich můj moje mé mou svůj svou své můžu mohu můžete lze dá mám máte má mají není nejsou ne ano ' +
    'já vy my on ona ono oni mi mě mu ho ji jim vám vás nám nás než jako všechny každý což',
  da:
    'af at den det de der som for med til på om ikke også men og eller hvis når da så hvordan hvad hvor hvornår hvorfor hvem ' +
    'hvilken hvilket hvilke kan skal vil må bør bliver blive blev er var være været har have havde din dit dine min mit mine sin ' +
    'sit sine dig mig jeg du han hun vi man dem deres vores fra ved op ud ind ned over under mellem efter før uden hver hvert ' +
    'alle alt andre anden denne dette disse nogle nogen noget mere kun her',
  el:
    'ο η το οι τα του της των τον την τους τις ένας μία μια ένα και κι ή αλλά ούτε όμως αν ότι πως πώς που πού πότε όταν τι ' +
    'ποιος ποια ποιο ποιοι ποιες πόσο πόσα πόσες γιατί επειδή ώστε όπως σε στο στη στην στον στα στις στους με για από προς ' +
    'μέχρι ως χωρίς κατά μετά πριν είναι ήταν είμαι έχει έχουν έχω έχετε θα να δεν μην μη μου σου σας μας τους αυτό αυτή αυτός ' +
    'αυτά αυτές αυτήν αυτόν εδώ εκεί μπορώ μπορεί μπορείτε μπορούν πρέπει κάθε όλα όλες όλοι άλλο άλλη πιο πολύ επίσης μόνο',
  et:
    'ja või aga et kui kuidas mis mida mille kus kuhu millal miks kes kas ei ole on oli olla olema saab saate saan võib võite ' +
    'peab peate see selle seda sellel need nende neid ta tema nad oma ma mina sa sina te teie me meie kõik ka veel juba ainult ' +
    'siis siin seal ning ehk üle alla ilma koos pärast enne kuni läbi vahel iga mõni muu nii samuti mitte',
  fa:
    'و در به از که این آن را با برای است بود شد شود هست هستند نیست تا بر یا اما اگر هم نیز هر همه چه چگونه چطور چرا کجا کی ' +
    'کدام چند آیا من ما شما او آنها آن‌ها ایشان خود می نمی ها های هایی ای ام اش شان باید نباید توان توانم تواند کنم کند کنید ' +
    'کنیم کرد کردن شوم دهم باشد باشند باشید دارد دارند دارم بین روی پس پیش همین چیست وقتی یک بی یعنی فقط',
  fi: 'miten kuinka missä mistä mihin milloin miksi mikä mitkä mitä minkä kuka onko voiko voinko voin voi voit saa saan pitää pitäisi',
  he:
    'של את על אל עם אם או גם כי לא כן זה זו זאת אלה אלו הוא היא הם הן אני אתה אתם אנחנו אנו יש אין מה מי איך כיצד היכן איפה ' +
    'מתי למה מדוע איזה איזו אילו כמה האם אפשר ניתן צריך יכול יכולה יכולים היה הייתה היו יהיה תהיה כל כדי אבל אך רק עוד כבר ' +
    'שלי שלך שלו שלה שלנו שלכם שלהם לי לך לו לה לנו לכם להם בו בה בהם ממנו אותו אותה אותם כאשר כמו לפי בין תחת לאחר אחרי לפני ' +
    'ללא בלי אשר מן עד בשביל באמצעות',
  hr:
    'i a ili ali pa te ni da ne je su sam smo ste si bi biti bio bila bilo će ću ćete u na o s sa za od do iz k po pri prije ' +
    'poslije kroz preko bez između nad pod kao kako što šta tko ko gdje kada kad koliko zašto koji koja koje kojeg kojem kojoj ' +
    'koju kojim ako jer nego već još samo također to taj ta ti te ovaj ova ovo ovog ovom ovu onaj ona ono oni one se sebe svoj ' +
    'svoju moj moja moje mi ga ju mu joj im ih me vas nas vam nam može mogu možete mogao treba trebam trebate li nije nisu ima ' +
    'imaju svi sve svaki',
  lv:
    'un vai bet ka ja kā kas ko kam kur kad cik kāpēc kurš kura kuri kuru ir nav bija būs būt var varat varu ar no uz par pie ' +
    'pēc pirms bez līdz starp virs zem caur šis šī šo šie šīs šajā šajās tas tā to tie tās tiem tam tur te jūs jūsu mēs mūsu es ' +
    'viņš viņa viņi arī tikai jau vēl lai tad kāds kāda kādu katrs katru visi viss visas visu nevar gan jeb tomēr savu sava',
  pl:
    'a i o u w z ze we na do od za po pod nad przed przez przy bez między dla ku o oraz lub albo ale ani że żeby aby by się ' +
    'co kto gdzie kiedy jak dokąd ile dlaczego czemu który która które którzy którego której którą którym jaki jaka jakie jakich ' +
    'jest są jestem być był była było były będzie będą to ten ta te ci tego tej tym tych tę tą tam tu jego jej ich mój moja ' +
    'moje mojego mojej swój swoją swoje nie tak czy jeśli jeżeli gdy kiedy tylko także też już jeszcze więc niż można mogę może ' +
    'mogą możesz trzeba należy ma mają mam ja ty on ona ono my wy oni mi mnie mu go ją im ci cię was nas nam wam sobie siebie ' +
    'wszystkie każdy',
  sk:
    'a aj i o u v s so z zo k ku na do od za po pre pri pred cez pod nad bez medzi vo sa si čo kto kde kedy ako kam koľko prečo ' +
    'ktorý ktorá ktoré ktorí ktorú ktorého aký aká aké akú je sú som sme ste byť bol bola bolo boli bude budú by aby že keď ak ' +
    'alebo ale ani len iba tiež už ešte potom tak to ten tá tie tí tento táto toto tejto tomto tým tom toho jeho jej ich môj ' +
    'moja moje svoj svoju môžem môžete môže možno dá mám máte má majú nie áno ja vy my on ona ono oni mi ma mu ho ju im vám ' +
    'vás nám nás než každý',
  sl:
    'in ali ter pa a o v na z s k h po pri pred pod nad za od do iz brez med čez da ne je so sem smo ste si bi biti bil bila ' +
    'bilo bo bodo kot kako kaj kdo kje kdaj kam koliko zakaj kateri katera katero katere kakšen če ker ko ki tudi že še samo le ' +
    'to ta ti te tega tej tem ta ono oni se svoj svojo moj moja moje mi ga jo mu ji jim jih me vas nas vam nam lahko morate ' +
    'mora moram ni niso ima imajo vsi vse vsak',
  sr:
    'и а или али па те ни да не је су сам смо сте си би бити био била било ће ћу ћете у на о с са за од до из к по при пре после ' +
    'кроз преко без између над под као како што шта ко где када кад колико зашто који која које којег којем којој коју којим ако ' +
    'јер него већ још само такође то тај та ти тог том ову овај ова ово овог овом онај она оно они оне се себе свој своју мој ' +
    'моја моје ми га ју му јој им их вас нас вам нам може могу можете требало треба ли није нису има имају сви све сваки ' +
    'i a ili ali pa te ni da ne je su sam smo ste si bi biti bio bila bilo će ću ćete u na o s sa za od do iz k po pri pre posle ' +
    'kroz preko bez između nad pod kao kako što šta ko gde kada kad koliko zašto koji koja koje kog kom kojoj koju kojim ako jer ' +
    'nego već još samo takođe to taj ta ti tog tom ovu ovaj ova ovo ovog ovom onaj ona ono oni one se sebe svoj svoju moj moja ' +
    'moje mi ga ju mu joj im ih vas nas vam nam može mogu možete treba li nije nisu ima imaju svi sve svaki',
  uk:
    'і й та а або але ані у в на до від за по під над перед при без між для про з із зі крізь через що хто де коли як куди ' +
    'звідки скільки чому навіщо який яка яке які якого якої яку яким яких чи щоб якщо бо тому є був була було були буде будуть ' +
    'бути би б не ні так це цей ця ці цього цієї цьому цим цих той те ті того там тут його її їх їхній мій моя моє мої мою свій ' +
    'свою свої своє він вона воно вони ми ви ти я мені мене мною вам вас нам нас йому їй їм собі себе лише тільки також ще вже ' +
    'ж же можна можу може можуть можете треба слід потрібно має мають маю всі все кожен ніж',
  vi:
    'và hoặc hay nhưng mà thì là của cho với từ đến tới trong ngoài trên dưới ở tại về theo bằng để do vì nếu khi lúc như cũng ' +
    'đã đang sẽ được bị có không chưa phải nên cần này kia đó ấy đây các những một mọi mỗi tôi bạn chúng ta nó họ mình gì nào ' +
    'sao đâu ai thế vậy rồi lại chỉ rất hơn nhất bao nhiêu làm muốn',
}

/** Those of Thai, as a dictionary takes a text apart. */
export const thaiSmallWords: ReadonlySet<string> = new Set(
  (
    'ที่ และ ใน ของ เป็น การ ความ ได้ จะ ให้ มี ไม่ ว่า กับ หรือ จาก นี้ นั้น คุณ เมื่อ เพื่อ โดย ต้อง ควร อย่าง ไร อย่างไร ยังไง คือ อะไร ไหน ไหม ครับ ค่ะ ' +
    'คะ ฉัน ผม เรา เขา มัน แล้ว ก็ แต่ ถ้า หาก ซึ่ง อยู่ ถึง ไป มา ด้วย ทั้ง ทุก แห่ง ขึ้น ลง ไว้ อัน ตัว ได้รับ เช่น ทำไม ใคร เท่าไร เท่าไหร่ กี่ ' +
    'เมื่อไร เมื่อไหร่ ใด บ้าง นะ ยัง เคย อาจ สามารถ'
  ).split(' '),
)
