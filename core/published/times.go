package published

// Alone is one job on an empty cluster of 4 x 4 x 2 servers, as the unmodified
// reference simulator runs it (spec/simulator.md 12.2): 50 training steps, total
// bandwidth 1.6e12 B/s, propagation 5e-8 s, quantum 0.01.
type Alone struct {
	Graph                string
	Degree               int
	Servers              int
	JCTSeconds           float64
	ComputationSeconds   float64
	CommunicationSeconds float64
	// Blocked says that the reference blocks the job for its JCT even at beta 1.
	Blocked bool
}

// EmptyCluster are the graphs of the paper at each degree.
var EmptyCluster = [...]Alone{
	{Graph: "alexnet", Degree: 1, Servers: 1, JCTSeconds: 36061.15, ComputationSeconds: 36061.15, CommunicationSeconds: 0},
	{Graph: "alexnet", Degree: 2, Servers: 2, JCTSeconds: 18031.039812573174, ComputationSeconds: 18030.58623201199, CommunicationSeconds: 0.5139040272000808},
	{Graph: "alexnet", Degree: 4, Servers: 4, JCTSeconds: 9015.954265992597, ComputationSeconds: 9015.288401967999, CommunicationSeconds: 0.6955734752999995},
	{Graph: "alexnet", Degree: 6, Servers: 6, JCTSeconds: 6010.879144446654, ComputationSeconds: 6010.192284645335, CommunicationSeconds: 0.7063316237333317},
	{Graph: "alexnet", Degree: 8, Servers: 8, JCTSeconds: 4508.410099262296, ComputationSeconds: 4507.644225983999, CommunicationSeconds: 0.782648916274999},
	{Graph: "alexnet", Degree: 16, Servers: 16, JCTSeconds: 2254.7583303838487, ComputationSeconds: 2253.8221379919996, CommunicationSeconds: 0.94345732305},
	{Graph: "resnet18", Degree: 1, Servers: 1, JCTSeconds: 36668.35000000003, ComputationSeconds: 36668.35000000003, CommunicationSeconds: 0, Blocked: true},
	{Graph: "resnet18", Degree: 2, Servers: 2, JCTSeconds: 18336.335131766933, ComputationSeconds: 18334.677315904122, CommunicationSeconds: 3.041548443999919},
	{Graph: "resnet18", Degree: 4, Servers: 4, JCTSeconds: 9170.042618411007, ComputationSeconds: 9167.135926728011, CommunicationSeconds: 3.4327499033000106},
	{Graph: "resnet18", Degree: 6, Servers: 6, JCTSeconds: 6114.393421110735, ComputationSeconds: 6111.424026151997, CommunicationSeconds: 3.4315797373916648},
	{Graph: "resnet18", Degree: 8, Servers: 8, JCTSeconds: 4586.861410531305, ComputationSeconds: 4583.568075864003, CommunicationSeconds: 3.767585778874997},
	{Graph: "resnet18", Degree: 16, Servers: 16, JCTSeconds: 2295.8188240718487, ComputationSeconds: 2291.784150432, CommunicationSeconds: 4.515927411325003},
	{Graph: "squeezenet1_0", Degree: 1, Servers: 1, JCTSeconds: 38000.14999999999, ComputationSeconds: 38000.14999999999, CommunicationSeconds: 0},
	{Graph: "squeezenet1_0", Degree: 2, Servers: 2, JCTSeconds: 19002.776348603955, ComputationSeconds: 19000.856523157563, CommunicationSeconds: 5.0498456219999825},
	{Graph: "squeezenet1_0", Degree: 4, Servers: 4, JCTSeconds: 9503.329382258798, ComputationSeconds: 9500.210497396005, CommunicationSeconds: 5.182546221500002},
	{Graph: "squeezenet1_0", Degree: 6, Servers: 6, JCTSeconds: 6336.607265006724, ComputationSeconds: 6333.473735764005, CommunicationSeconds: 5.038974697108353},
	{Graph: "squeezenet1_0", Degree: 8, Servers: 8, JCTSeconds: 4753.546723967389, ComputationSeconds: 4750.1053549479975, CommunicationSeconds: 5.414260694174994},
	{Graph: "squeezenet1_0", Degree: 16, Servers: 16, JCTSeconds: 2379.1974530241046, ComputationSeconds: 2375.0527837240043, CommunicationSeconds: 6.338363407975002},
	{Graph: "vgg16", Degree: 1, Servers: 1, JCTSeconds: 34525.350000000006, ComputationSeconds: 34525.350000000006, CommunicationSeconds: 0},
	{Graph: "vgg16", Degree: 2, Servers: 2, JCTSeconds: 17267.730385485993, ComputationSeconds: 17262.702604475176, CommunicationSeconds: 5.200733381599094},
	{Graph: "vgg16", Degree: 4, Servers: 4, JCTSeconds: 8638.717773931807, ComputationSeconds: 8631.33863996, CommunicationSeconds: 7.441417299300001},
	{Graph: "vgg16", Degree: 6, Servers: 6, JCTSeconds: 5761.844361728047, ComputationSeconds: 5754.225784973334, CommunicationSeconds: 7.660078044416668},
	{Graph: "vgg16", Degree: 8, Servers: 8, JCTSeconds: 4324.161850787906, ComputationSeconds: 4315.66935748, CommunicationSeconds: 8.52882131387499},
	{Graph: "vgg16", Degree: 16, Servers: 16, JCTSeconds: 2168.2359941830496, ComputationSeconds: 2157.83471624, CommunicationSeconds: 10.416981551324996},
	{Graph: "gnmt", Degree: 1, Servers: 1, JCTSeconds: 4470.8, ComputationSeconds: 4470.8, CommunicationSeconds: 0},
	{Graph: "gnmt", Degree: 2, Servers: 2, JCTSeconds: 2235.5691117880015, ComputationSeconds: 2235.411237167999, CommunicationSeconds: 0.3435323976000359},
	{Graph: "gnmt", Degree: 4, Servers: 4, JCTSeconds: 1117.9241980848012, ComputationSeconds: 1117.7041248160003, CommunicationSeconds: 0.3830511096000059},
	{Graph: "gnmt", Degree: 6, Servers: 6, JCTSeconds: 745.357795240792, ComputationSeconds: 745.1361665440003, CommunicationSeconds: 0.35365565689166245},
	{Graph: "gnmt", Degree: 8, Servers: 10, JCTSeconds: 560.4828908648002, ComputationSeconds: 560.2419318506668, CommunicationSeconds: 0.37421476764998773},
	{Graph: "gnmt", Degree: 16, Servers: 21, JCTSeconds: 308.3905238931998, ComputationSeconds: 308.26322521866655, CommunicationSeconds: 0.16688070485000103},
}

// Setting is another cluster with the JCT of single jobs on it (spec/simulator.md
// 12.3), otherwise as for EmptyCluster.
type Setting struct {
	Groups, Racks, Servers int
	Bandwidth              float64 // of a server, B/s
	Propagation            float64 // s
	Times                  []Times
}

// Times are the JCTs of a graph by degree.
type Times struct {
	Graph string
	JCT   []JCT
}

// JCT is that of one degree, in seconds. Or is another value of the reference,
// whose choice between equal flows depends on Python's hashes; 0 if there is
// none. Both are 0 where the degree is not valid, or where the reference finds
// no placement.
type JCT struct {
	Degree      int
	Seconds, Or float64
}

// OtherSettings are those of spec/simulator.md 12.3.
var OtherSettings = [...]Setting{
	{2, 2, 2, 1.6e12, 5e-8, []Times{
		{"alexnet", []JCT{{2, 18030.86115024321, 18030.85703776401}, {4, 9015.69831323359, 0}, {6, 0, 0}, {8, 4508.116270472794, 0}}},
		{"gnmt", []JCT{{2, 2235.50278998, 0}, {4, 1117.8374969407994, 0}, {6, 0, 0}, {8, 0, 0}}},
		{"vgg16", []JCT{{2, 17265.78626843603, 0}, {4, 8635.880307428803, 0}, {6, 0, 0}}},
	}},
	{2, 2, 2, 12.5e9, 5e-8, []Times{
		{"alexnet", []JCT{{2, 18053.551266153223, 18053.233778634025}, {4, 9048.204313626602, 0}, {6, 0, 0}, {8, 4545.432526739302, 0}}},
		{"gnmt", []JCT{{2, 2243.9256595959973, 0}, {4, 1128.8485422287997, 0}, {6, 0, 0}, {8, 0, 0}}},
		{"vgg16", []JCT{{2, 17512.68913378601, 0}, {4, 8996.238553309804, 0}, {6, 0, 0}}},
	}},
	{2, 2, 4, 12.5e9, 1.25e-6, []Times{
		{"alexnet", []JCT{{2, 18053.555586153212, 18053.23815863401}, {4, 9048.212953626598, 0}, {6, 6048.088626387452, 0}, {8, 4545.4452467393, 0}}},
		{"gnmt", []JCT{{2, 2243.9291995959993, 0}, {4, 1128.8538222288003, 0}, {6, 757.4806972409924, 0}, {8, 572.2797745208001, 0}}},
		{"vgg16", []JCT{{2, 17512.697593786004, 0}, {4, 8996.255353309805, 0}, {6, 6174.944883342217, 0}}},
	}},
	{4, 2, 4, 100e9, 1.25e-6, []Times{
		{"alexnet", []JCT{{2, 18036.40400247323, 18036.32345687403}, {4, 9023.641488762596, 0}, {6, 6018.458052545103, 0}, {8, 4517.237682947298, 0}}},
		{"gnmt", []JCT{{2, 2237.5623060280022, 0}, {4, 1120.5305124048002, 0}, {6, 747.8518772946431, 0}, {8, 563.2963355447994, 0}}},
		{"vgg16", []JCT{{2, 17326.062356986033, 0}, {4, 8723.858569021802, 0}, {6, 5845.897208618767, 0}}},
	}},
	{4, 4, 2, 12.5e9, 5e-8, []Times{
		{"alexnet", []JCT{{2, 18076.42004439325, 18075.78671431405}, {4, 9080.966266778594, 0}, {6, 6082.202863601488, 0}, {8, 4583.042611795296, 0}}},
		{"gnmt", []JCT{{2, 2252.41485102, 0}, {4, 1139.9462886607998, 0}, {6, 768.6555443758753, 0}, {8, 584.2515731554664, 0}}},
		{"vgg16", []JCT{{2, 17761.536116186, 0}, {4, 9359.434265693802, 0}, {6, 6553.819822403961, 0}}},
	}},
	{3, 3, 2, 12.5e9, 5e-8, []Times{
		{"alexnet", []JCT{{2, 18064.985655273187, 18064.510246473987}, {4, 9064.585290202596, 0}, {6, 6085.383571350817, 0}, {8, 4564.237569267298, 0}}},
		{"gnmt", []JCT{{2, 2248.1702553080054, 0}, {4, 1134.397415444802, 0}, {6, 769.2983955252088, 0}, {8, 578.2626138381331, 0}}},
		{"vgg16", []JCT{{2, 17637.11262498602, 0}, {4, 9177.836409501797, 0}, {6, 6589.729852278624, 0}}},
	}},
}
