/** What the worlds are made of, pool by pool: every text here is invented for them, and none is the fixtures'. */
import { listOf } from '../../fixtures/text.js';

export interface Pool {
  /** Before or behind the role, as the language has it: `{grade} {role}`. */
  title: string;
  /** An empty one leaves the title without a grade. */
  grades: readonly string[];
  /** With the department that such a role belongs to (§4.1). */
  roles: readonly { role: string; department: string }[];
  /** What may be added to a title; empty for most. */
  extras: readonly string[];
  employers: readonly string[];
  /** As the posting spells them; where there are none, all stand on the pages of employers. */
  boards: readonly string[];
  places: readonly { city: string | null; state: string | null; country: string }[];
  skills: readonly string[];
  /** Of which a description takes some, in this order. `{role}`, `{city}`, `{employer}`, `{skill}`, `{number}` are filled in. */
  sentences: readonly string[];
  currency: string;
  /** Lowest yearly pay. */
  pay: number;
  /** Levels are given to English postings alone (§2.1). */
  english: boolean;
}

type Lists = 'grades' | 'roles' | 'extras' | 'employers' | 'boards' | 'places' | 'skills' | 'sentences';
type Source = Record<Lists, string> & Pick<Pool, 'title' | 'currency' | 'pay'> & { english?: boolean };

/** Lists are written with commas, roles as `department: role`, places and sentences one a line. */
function poolOf({ english = false, ...source }: Source): Pool {
  return {
    ...source,
    english,
    grades: listOf(source.grades),
    roles: listOf(source.roles).map((entry) => {
      const [department = '', role = ''] = entry.split(': ');
      return { role, department };
    }),
    extras: listOf(source.extras),
    employers: listOf(source.employers),
    boards: listOf(source.boards).filter(Boolean),
    places: source.places
      .trim()
      .split('\n')
      .map((line) => {
        const [city = '', state = '', country = ''] = line.split('/').map((part) => part.trim());
        return { city: city || null, state: state || null, country };
      }),
    skills: listOf(source.skills),
    sentences: source.sentences
      .trim()
      .split('\n')
      .map((line) => line.trim()),
  };
}

export const SWEDISH = poolOf({
  title: '{grade} {role}',
  grades: ', Erfaren, Vikarierande, Biträdande',
  roles: `Operations: bagare, Operations: konditor, Facilities Management: fastighetsskötare, Education: förskollärare,
    Supply Chain: lagerarbetare, Sales: butikssäljare`,
  extras: ', , natt, helger, sommarjobb',
  employers: 'Ålviks Bageri AB, Södra Smedjan, Björkö Trä & Bygg, Räksmörgåsen, Norrskens förskola',
  boards: 'Lediga jobb Norr, jobb.ö, arbetsplats_se',
  places: `
    Umeå / Västerbotten / Sweden
    Örebro / Örebro län / Sweden
    Åmål / Västra Götaland / Sweden
    Mariehamn / / Åland
    Bergen / Vestland / Norway`,
  skills: 'surdeg, laminering, körkort B, svetsning, HACCP, barnpassning, kassavana',
  sentences: `
    {employer} söker en {role} till {city}.
    Vi bakar, bygger och sliter tillsammans sedan 19{number}.
    Du börjar tidigt på morgonen och slutar när andra vaknar.
    Det är bra om du kan {skill}.
    Körkort krävs inte, men det underlättar.
    Lönen bestäms efter avtal.
    Hos oss får du fika två gånger om dagen.
    Skicka din ansökan före midsommar.`,
  currency: 'SEK',
  pay: 312_000,
});

export const RAILWAY = poolOf({
  title: '{grade} {role}',
  grades: ', , Deputy, Chief, Trainee',
  roles: `Operations: Train Driver, Operations: Signaller, Engineering: Track Welder, Engineering: Rolling Stock Fitter,
    Customer Support: Platform Steward, Security: Level Crossing Keeper, Finance: Fares Auditor, Facilities Management: Depot Cleaner,
    Information Technology: Timetable Programmer, Supply Chain: Ballast Buyer`,
  extras: ', , , Night Turns, Narrow Gauge, Summer Timetable, Freight',
  employers: 'Great Moorland Railway plc',
  boards: 'Footplate Vacancies, sidings.jobs.example, rail_roster',
  places: `
    Hexham / Northumberland / United Kingdom
    Keswick / Cumbria / United Kingdom
    Ardgay / Highland / United Kingdom
    Tywyn / Gwynedd / United Kingdom
    Whitby / North Yorkshire / United Kingdom
    Larne / / United Kingdom
    Carnforth / Lancashire / United Kingdom`,
  skills:
    'interlocking, thermite welding, route knowledge, brake testing, wheel profiling, passenger announcements, tamping',
  sentences: `
    {employer} runs {number} trains a day through {city} and beyond.
    The {role} signs on at {city} depot and knows every gradient of the branch.
    Rules, lamps and a steady hand matter more here than certificates.
    Your turn may begin at four in the morning or finish after the last mail train.
    We train you in {skill} ourselves.
    Colour vision is tested twice a year.
    Uniform, boots and a free pass for the whole line are provided.
    In winter the plough needs a crew, and you will be on the list.
    There is tea in every signal box.
    Housing beside the line can be rented.
    Send a letter to the stationmaster and mention {skill}.`,
  currency: 'GBP',
  pay: 24_500,
  english: true,
});

export const THEATRE = poolOf({
  title: '{role}',
  grades: '',
  roles: `Arts and Design: Puppeteer, Arts and Design: Stage Carpenter, Communications: Prompter, Marketing: Poster Writer,
    Customer Support: Cloakroom Host, Administration: Box Office Clerk`,
  extras: ', , Matinee, On Tour',
  employers: 'The Velvet Curtain, Marionette & Sons, Lantern Lane Playhouse, Orpheum Trust, Little Globe Co',
  boards: 'greenroom, Stage Door Weekly',
  places: `
    / / Canada
    Halifax / Nova Scotia / Canada
    Dunedin / Otago / New Zealand
    Hobart / Tasmania / Australia
    / Tasmania / Australia`,
  skills: 'fly ropes, greasepaint, mask making, sight reading',
  sentences: `
    Curtain up at {number} past seven in {city}.
    {employer} needs a {role} for the coming season.
    You know {skill}, or you learn it before opening night.
    Applause is shared, and so is the sweeping.`,
  currency: 'CAD',
  pay: 29_000,
  english: true,
});

export const FRENCH = poolOf({
  title: '{role} {grade}',
  grades: ', , confirmé, débutant, en chef',
  roles: `Research: œnologue, Operations: vendangeur, Supply Chain: caviste, Marketing: rédacteur, Quality Assurance: dégustateur,
    Sales: commercial export, Engineering: mécanicien agricole, Legal: juriste en droit rural`,
  extras: `, , H/F, d'été, à mi-temps, (château)`,
  employers: `Château de l'Étang, Vignobles Crémieux, Coopérative d'Aÿ, Maison Œillet, Domaine du Pré-Haut, Tonnellerie Noël & Fils,
    Cave Saint-Élophe`,
  boards: 'emplois.vigne, Terre & Métier, cru_recrute',
  places: `
    Beaune / Côte-d'Or / France
    Épernay / Marne / France
    Libourne / Gironde / France
    Sancerre / Cher / France
    Sion / Valais / Switzerland
    Remich / / Luxembourg
    Québec / Québec / Canada`,
  skills: 'assemblage, taille en vert, conduite de tracteur, analyse sensorielle, douane',
  sentences: `{employer} recrute à {city}.`,
  currency: 'EUR',
  pay: 23_800,
});

export const POLISH = poolOf({
  title: '{grade} {role}',
  grades: ', Młodszy, Starszy, Samodzielny, Główny',
  roles: `Software Engineering: programista, Software Engineering: tester oprogramowania, Accounting: księgowy, Engineering: ślusarz,
    Healthcare Services: ratownik medyczny, Education: nauczyciel żeglarstwa, Supply Chain: magazynier, Sales: przedstawiciel handlowy,
    Legal: radca prawny, Research: bursztynnik, Operations: kierownik zmiany, Human Resources: rekruter`,
  extras: ', , , praca zdalna, II zmiana, zastępstwo, od zaraz',
  employers: `Żuraw Sp. z o.o., Gdańska Stocznia Łodzi, Piekarnia Źdźbło, Ośrodek Ćma, Śląskie Zakłady Miedzi, Kancelaria Wąż i Wspólnicy,
    Bursztyn Hurt, Mleczarnia Pod Jabłonią, Chmurna Sieć, Jaćwież Transport, Łąka i Spółka`,
  boards: 'Rynek Pracy Północ, ogłoszenia.żagiel, robota_dziś, Pod Lupą',
  places: `
    Gdańsk / Pomorskie / Poland
    Łódź / Łódzkie / Poland
    Świnoujście / Zachodniopomorskie / Poland
    Żywiec / Śląskie / Poland
    Suwałki / Podlaskie / Poland
    Zakopane / Małopolskie / Poland
    Toruń / Kujawsko-Pomorskie / Poland
    / Mazowieckie / Poland
    Wilno / / Lithuania`,
  skills:
    'obsługa suwnicy, język kaszubski, rachunek kosztów, spawanie TIG, negocjacje, pierwsza pomoc, Kotlin',
  sentences: `
    {employer} zatrudni od zaraz: {role}, {city}.
    Działamy nieprzerwanie od {number} lat i wciąż rośniemy.
    Do Twoich zadań należy codzienna współpraca z zespołem oraz dbałość o szczegóły.
    Wymagamy sumienności, punktualności i poczucia humoru.
    Mile widziana umiejętność: {skill}.
    Część obowiązków można wykonywać z domu.
    Pracujemy na trzy zmiany, także w święta.
    Zapewniamy narzędzia, odzież roboczą i gorącą zupę.
    Umowa o pracę po okresie próbnym.
    Zażółć gęślą jaźń w liście motywacyjnym, a przeczytamy go najpierw.
    Prosimy o przesłanie życiorysu wraz z klauzulą.`,
  currency: 'PLN',
  pay: 61_000,
});

export const JAPANESE = poolOf({
  title: '{grade}{role}',
  grades: ',主任,見習い,上級',
  roles: `Software Engineering: 組込みソフト開発者, Design: 和菓子職人🍡, Healthcare Services: 介護福祉士, Education: 日本語教師📚,
    Operations: 温泉旅館スタッフ♨️, Supply Chain: 倉庫係, Sales: 店舗販売員🛍️, Marketing: 広報担当, Engineering: 船大工⛵, Research: 海洋研究員🐙`,
  extras: ',,（夜勤）,【急募】🔥,★未経験歓迎★',
  employers:
    '株式会社さくら電子, ほしぞら旅館, 海猫水産🐟, トンボ製菓, 青葉介護センター, 合同会社ナギサ, 雪国酒造, ミライ👨‍👩‍👧ファミリー',
  boards: '仕事の森, シゴト広場🏮, hataraku_go',
  places: `
    函館市 / 北海道 / 日本
    仙台市 / 宮城県 / 日本
    金沢市 / 石川県 / 日本
    松山市 / 愛媛県 / 日本
    那覇市 / 沖縄県 / 日本
    / 長野県 / 日本
    台北市 / / 台湾`,
  skills: '品質管理, 接客, 普通自動車免許, Ｃ言語, 刺身🍣, 会計ソフト',
  sentences: `
    {employer}では{city}で働く{role}を募集しています。✨
    創業{number}年の小さな会社です。
    お客様の笑顔が私たちの宝物です😊
    {skill}の知識がある方は優遇します。
    制服貸与、まかない付き🍙
    夜勤がありますが、翌日は必ず休めます。
    駅から徒歩十分、自転車通勤も可能です🚲
    面接ではあなたの物語を聞かせてください。
    ｷｬﾘｱｱｯﾌﾟ支援制度あり。
    応募はお電話で📞`,
  currency: 'JPY',
  pay: 2_900_000,
});

export const SPANISH = poolOf({
  title: '{role} {grade}',
  grades: ', , sénior, en prácticas, de refuerzo',
  roles: `Engineering: buzo soldador, Operations: capataz de almazara, Research: bióloga marina, Real Estate: guarda de finca,
    Customer Support: recepcionista de hostal, Sales: vendedor ambulante, Compliance: inspectora de puertos, Data Analytics: estadístico`,
  extras: ', , (turno de noche), fin de semana, isla',
  employers: `Almazara La Peña, Astilleros Núñez, Hostal El Búho, Salinas de Añil, Consorcio Ñandú, Faros y Puertos del Sur, Olivar Hermanos,
    Náutica Güell`,
  boards: '',
  places: `
    Cádiz / Andalucía / España
    A Coruña / Galicia / España
    Mahón / Illes Balears / España
    Valparaíso / Valparaíso / Chile
    Iquique / Tarapacá / Chile
    Ushuaia / Tierra del Fuego / Argentina
    / / Uruguay`,
  skills: 'buceo profesional, poda, hojas de cálculo, portugués, cata de aceite, amarre',
  sentences: `
    En {employer} buscamos {role} para {city}.
    Llevamos {number} años mirando al mar.
    Se ofrece contrato indefinido y alojamiento.
    Imprescindible disponibilidad para viajar en invierno.
    Valoramos {skill} y muchas ganas.
    La jornada empieza con el sol y acaba con la siesta.
    No hace falta currículum: venga y hablamos.
    El sueldo se paga puntualmente cada quincena.
    Habrá que pasar un reconocimiento médico.`,
  currency: 'EUR',
  pay: 19_200,
});

export const HOSPITAL = poolOf({
  title: '{grade} {role}',
  grades: ', , Registered, Associate, Bank',
  roles: `Healthcare Services: Midwife, Healthcare Services: Ward Nurse, Healthcare Services: Sonographer, Research: Trial Coordinator,
    Facilities Management: Hospital Porter, Administration: Clinic Secretary, Supply Chain: Theatre Storekeeper, Information Technology: Records Archivist,
    Community and Social Services: Play Therapist`,
  extras: ', , , Nights, Paediatrics, Maternity Cover',
  employers: `St Brigid Infirmary, Nairobi Lakeside Clinic, Harare Mothers Hospital, Cape Sentinel Hospital, Accra Coast Eye Unit,
    Red Kite Locums, Kampala Hill Hospice`,
  boards: 'Bedside Bulletin, care.rota, stethoscope_board, Locum Ledger',
  places: `
    Nairobi / Nairobi County / Kenya
    Kisumu / Kisumu County / Kenya
    Kampala / Central Region / Uganda
    Accra / Greater Accra / Ghana
    Harare / / Zimbabwe
    Gqeberha / Eastern Cape / South Africa`,
  skills: 'triage, cannulation, Swahili, infection control, ultrasound, bereavement support, phlebotomy',
  sentences: `
    {employer} in {city} needs a {role} this week.
    The ward has {number} beds and none of them is ever empty.
    Kindness at three in the morning is the whole of the job.
    You are registered with your council and can show it.
    We would love to hear that you have done {skill} before.
    Rotas are published six weeks ahead.
    Relocation from abroad is paid for.
    Children of staff are looked after on site.
    Interviews take place by telephone.`,
  currency: 'USD',
  pay: 11_400,
  english: true,
});

export const GERMAN = poolOf({
  title: '{grade} {role}',
  grades: ', , Leitende:r, Stellvertretende:r, Auszubildende:r',
  roles: `Engineering: Mechatroniker, Software Engineering: Anwendungsentwickler, Engineering: Schweißer, Operations: Straßenbahnfahrer,
    Accounting: Kostenrechner, Education: Erzieher, Healthcare Services: Altenpfleger, Supply Chain: Fachkraft für Lagerlogistik,
    Customer Support: Kundenberater, Human Resources: Lohnbuchhalter, Legal: Notarfachangestellte, Sales: Außendienstler, Design: Raumausstatter,
    Research: Glaziologin`,
  extras: ', , , (m/w/d), Teilzeit, Frühschicht, befristet',
  employers: `Großmann Förderanlagen GmbH, Städtische Verkehrsbetriebe Grünau, Zahnrad Köppel KG, Pflegeheim Abendröte, Maßwerk eG, Öhler & Söhne,
    Kältetechnik Süßmilch, Gletscherinstitut Ötz, Druckhaus Weiß, Spedition Überholz, Kita Löwenzahn, Notariat Dr. Brühl`,
  boards: 'Stellenbrett, arbeit.für.alle, werkbank_jobs, Jobs & Jause',
  places: `
    Görlitz / Sachsen / Germany
    Würzburg / Bayern / Germany
    Lübeck / Schleswig-Holstein / Germany
    Graz / Steiermark / Austria
    Bregenz / Vorarlberg / Austria
    Chur / Graubünden / Switzerland
    / Tirol / Austria
    Vaduz / / Liechtenstein`,
  skills: 'Drehen, Fräsen, SPS, Doppelte Buchführung, Ladungssicherung, Java, Gebärdensprache, Kranschein',
  sentences: `
    {employer} sucht für den Standort {city}: {role}.
    Seit {number} Jahren bauen wir, was andere nur zeichnen.
    Ihre Aufgaben sind vielfältig und werden täglich neu verteilt.
    Sie bringen eine abgeschlossene Ausbildung mit.
    Von Vorteil sind Kenntnisse in {skill}.
    Wir arbeiten in Gleitzeit, ausgenommen die Frühschicht.
    Urlaub gibt es an dreißig Tagen im Jahr.
    Eine Straßenbahn hält vor dem Werkstor.
    Gerne auch Quereinsteiger.
    Bitte bewerben Sie sich schriftlich.
    Kantine, Betriebsrente und ein Fußballverein sind vorhanden.`,
  currency: 'EUR',
  pay: 31_000,
});

export const TURKISH = poolOf({
  title: '{grade} {role}',
  grades: ', , Kıdemli, Stajyer, Yardımcı',
  roles: `Operations: Fırıncı, Engineering: Isıtma Teknisyeni, Education: İngilizce Öğretmeni, Sales: Satış Danışmanı,
    Software Engineering: Yazılım Geliştirici, Arts and Design: Çini Ustası, Supply Chain: Depo Görevlisi, Healthcare Services: Eczacı Kalfası`,
  extras: ', , , (Gece), Yarı Zamanlı, Acil',
  employers: `Işık Çini Atölyesi, İncir Gıda A.Ş., Boğaz Vapurları, Kapadokya Balon Turları, Çınar Yazılım, Ağrı Isı Sistemleri,
    Şifa Eczanesi, Yıldız Fırın`,
  boards: 'İş Meydanı, ilan.panosu, kariyer_çınarı',
  places: `
    İzmir / İzmir / Türkiye
    Kütahya / Kütahya / Türkiye
    Diyarbakır / Diyarbakır / Türkiye
    Şanlıurfa / Şanlıurfa / Türkiye
    Ağrı / Ağrı / Türkiye
    Nevşehir / Nevşehir / Türkiye
    / Muğla / Türkiye`,
  skills: 'hamur açma, sır boyama, kaynak, diksiyon, SQL, reçete okuma',
  sentences: `
    {employer}, {city} şubesi için {role} arıyor.
    {number} yıldır aynı mahallede, aynı fırının başındayız.
    Sabahın ilk ışığıyla işe başlarsınız.
    {skill} bilen adaylara öncelik verilir.
    Yemek ve servis şirketimize aittir.
    Hafta sonu çalışması dönüşümlüdür.
    Askerlikle ilişiği olmayan adaylar başvurabilir.
    Özgeçmişinizi elden getirebilirsiniz.
    Çay her zaman demlidir.`,
  currency: 'TRY',
  pay: 410_000,
});

/** Texts at the edges of what a field can hold: one sign, markup, quotes, right to left, places with commas. */
export const ODD = poolOf({
  title: '{grade} {role}',
  grades: ', , , ♻️, <b>',
  roles: `Operations: A, Engineering: ¿, Sales: 7, Marketing: ש, Legal: "Q", Research: C++, Design: <i>ö</i>, Support: %_%,
    Security: ../.., Education: \\d+, Finance: null, Compliance: —`,
  extras: ', , , (m/w/d), &amp;, 🦊🦊',
  employers: `"Bent" & 'Sons', שלום לעולם, 🦊 Fuchsbau, O’Leary / O'Leary, مخبز النجوم, X, <script>Ltd</script>, 100% Oat`,
  boards: 'board "of" boards, لوحة, b',
  places: `
    Saint-Denis, la Plaine / Île-de-France, Nord / France
    Port-of-Spain / / Trinidad and Tobago, W.I.
    Y / Somme / France
    Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch / Ynys Môn / Wales
    Å / Nordland / Norway
    القاهرة / القاهرة / مصر`,
  skills: 'C#, .NET, "soft" skills, R, 統計',
  sentences: `
    <p>{employer} &mdash; <a href="https://x.example/?a=1&b=2">{role}</a></p>
    <ul><li>{skill}</li><li>{number} days of leave</li></ul>
    <!-- {city} -->
    Ünïcödé: \u0065\u0301 and é are the same to a reader.
    ‮right to left‬ and back
    \\0 %s %d {{city}} $HOME \\"quoted\\"
    {role}{role}{role}`,
  currency: 'XTS',
  pay: 1,
});
